/** Maximum plants of one call; a list of plants asks for its rows in several. */
export const maxOutlooks = 3
