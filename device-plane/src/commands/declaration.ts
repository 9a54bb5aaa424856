import type { z } from 'zod'

/** How patient the platform is with a command, and what the command does to the unit. Specification sections 4 and 9. */
export type CommandConduct = {
  /** How often it is sent again when no answer comes; the unit type's number, or the platform's where it is left out. */
  retries?: number | 'ofType'
  /** How long an answer is waited for; the unit type's time where it is left out. */
  answerTimeoutMs?: number
  /** How long the work is waited for once the unit has accepted it. */
  workTimeoutMs?: number
  /** It changes what a snapshot keeps, so one is taken before. */
  configures?: true
  /** It changes nothing of the configuration: it passes while an operation has the unit to itself. */
  isHarmless?: true
  /** While it is under way the unit does not count as working. */
  isAside?: true
  /** Its seconds `forS` run from when it was asked for: sent later, or again, it asks for as many less, and not at all once they are over. */
  runsFromRequest?: true
}

/** As patient as the unit type is. */
export const ofType = { retries: 'ofType' } as const satisfies CommandConduct
/** One retry after 5 s, whatever the type. */
export const brief = { retries: 1, answerTimeoutMs: 5_000 } as const satisfies CommandConduct
/** The same, for what changes the configuration. */
export const configuring = { ...brief, configures: true } as const satisfies CommandConduct

/** A command of one form for all types. */
export type CommandDeclaration = CommandConduct & {
  body: z.ZodObject
  obeyedBy: 'everyUnit' | 'lampUnits' | 'lightingUnits' | 'gateways'
}

/** Declares the commands of one feature. docs/protocol/configuration.md */
export const defineCommands = <const T extends Record<string, CommandDeclaration>>(commands: T): T => commands
