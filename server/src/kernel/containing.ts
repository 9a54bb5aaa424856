/** The pattern for `like` and `ilike` that finds a text anywhere, with what these take for signs of their own escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
