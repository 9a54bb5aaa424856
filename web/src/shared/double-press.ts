/** The second click of a double click comes within this time, as operating systems count it. */
export const doublePressMs = 500
