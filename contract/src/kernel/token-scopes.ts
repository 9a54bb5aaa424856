/**
 * Scopes of access tokens. `read`: read and make reports. `operate`: identify, tests, light levels and scenes.
 * `configure`: settings of units, lamps, plans, texts and plants. `safety`: inhibition and emergency mode.
 */
export const tokenScopes = ['read', 'operate', 'configure', 'safety'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** Whether the scopes of a token cover a required scope. Every scope includes `read`. */
export const coversScope = (scopes: readonly TokenScope[], required: TokenScope): boolean =>
  required === 'read' || scopes.includes(required)
