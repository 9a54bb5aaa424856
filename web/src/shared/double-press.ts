/** Maximum time between the clicks of a double click, as in operating systems. */
export const doublePressMs = 500
