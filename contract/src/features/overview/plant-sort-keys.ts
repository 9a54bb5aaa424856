/** Sort keys of plant lists. */
export const plantSortKeys = ['state', 'plantname', 'city', 'lamps'] as const
