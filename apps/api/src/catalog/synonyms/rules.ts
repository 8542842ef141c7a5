import { wordForms } from '#catalog/search/rules.ts';

/** The other words of the groups that contain this word in singular or plural. */
export function synonymsIn(groups: string[][], word: string) {
  const forms = wordForms(word);
  const shared = groups.filter((group) => group.some((member) => forms.includes(member)));
  return [...new Set(shared.flat())].filter((member) => !forms.includes(member));
}
