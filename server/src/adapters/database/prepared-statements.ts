import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Prefix of the names of prepared statements: the same text has the same name on each connection. */
export const statementPrefix = 'vigilux_'

/** Maximum prepared statements per connection. A text with a placeholder per list item soon has very many variants. */
const maxStatements = 300
/** Texts remembered as seen once. */
const maxSeenTexts = 2_000

const nameOf = (text: string): string =>
  statementPrefix + createHash('sha256').update(text).digest('base64url').slice(0, 22)

type TextQuery = { text: string; name?: string }

const isTextQuery = (config: unknown): config is TextQuery =>
  typeof config === 'object' && config !== null && 'text' in config && !('submit' in config)

/** Prepares repeated statements of a connection, so the database parses and plans each text once. */
export function cacheStatements(client: Pick<pg.ClientBase, 'query'>): void {
  const names = new Map<string, string>()
  const seenTexts = new Set<string>()
  const query = client.query.bind(client)

  const statementName = (text: string): string | undefined => {
    const name = names.get(text)
    if (name || names.size >= maxStatements) return name
    if (!seenTexts.has(text)) {
      if (seenTexts.size >= maxSeenTexts) seenTexts.clear()
      seenTexts.add(text)
      return undefined
    }
    seenTexts.delete(text)
    const newName = nameOf(text)
    names.set(text, newName)
    return newName
  }

  // The driver's overloads, with and without a callback, share one implementation.
  client.query = ((...[config, values, ...otherArguments]: [string, unknown[]]) => {
    const isKept = isTextQuery(config) && config.name === undefined && Array.isArray(values) && values.length > 0
    const name = isKept ? statementName((config as TextQuery).text) : undefined
    return query((name ? { ...(config as unknown as TextQuery), name } : config) as string, values, ...otherArguments)
  }) as typeof client.query
}
