/** The design has an icon for each. */
const PROMISES_MAX = 4;

/** From a text with one promise per line: title, colon, text. A line without a colon is a title. */
export const parseServiceNotes = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, PROMISES_MAX)
    .map((line) => {
      const [title = '', ...rest] = line.split(':');
      return { title: title.trim(), text: rest.join(':').trim() };
    });
