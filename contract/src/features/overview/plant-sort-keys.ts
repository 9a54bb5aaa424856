/** What lists of plants are sorted by. */
export const plantSortKeys = ['state', 'plantname', 'city', 'lamps'] as const
