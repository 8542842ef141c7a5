/** The value of a cookie that a request brings. */
export const cookie = (header: string | undefined, name: string) =>
  header
    ?.split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
