export const FIND_MIN = 3;
