/** The part of a table's code that can be said aloud. It leads to the table while that waits for players; a link holds the whole code. */
export const shortCode = (code: string): string => code.split("-").slice(0, 2).join("-");
