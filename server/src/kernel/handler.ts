import type { ActionName, Actions, FreshOutput, ParsedInput, RefusalOf } from '@vigilux/contract/actions.ts'
import type { PlantPermission, PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import type { Ports } from '../ports/ports.ts'
import type { Caller, User } from './caller.ts'
import type { Fail } from './refusal.ts'
import type { Work } from './work.ts'

type CallerOf<N extends ActionName> = Actions[N]['permission'] extends 'public' ? Caller : User

/** Everything a handler gets, and nothing else. */
export type HandlerContext<N extends ActionName> = {
  input: ParsedInput<N>
  caller: CallerOf<N>
  /** The caller's role in the plant of the input; null for actions without a plant. */
  role: Actions[N]['permission'] extends PlantPermission ? PlantRole : null
  /** The transaction of a read is read-only, and all its statements see one moment. */
  work: Work
  /** Of a read: writes after it, in a piece of work of its own and before the answer goes out. */
  deferWrite: Actions[N]['effect'] extends 'read' ? (write: (work: Work) => Promise<void>) => void : never
  /** Of a read whose input names no plant: says whose its answer is, so that a visit of the office is kept. */
  setAnsweredPlant: Actions[N]['effect'] extends 'read' ? (plantId: string) => void : never
  /** The socket that asks, on the realtime channel. */
  requestId: string
  /** Refuses with a code that the action declares: `return fail('CODE')`. */
  fail: Fail<RefusalOf<N>>
}

/** What a handler hands on to those who write for it, and for whom they do. */
export type WriteContext = { work: Work; caller: User }

export type Handlers<N extends ActionName = ActionName> = {
  [K in N]: (context: HandlerContext<K>) => Promise<FreshOutput<K>>
}

/**
 * What actions wait for outside of the database, before their transaction: whoever waits within one holds a connection that
 * everybody else needs.
 */
export type PreHandlers = {
  [N in ActionName]?: (
    context: Omit<HandlerContext<N>, 'work' | 'writeLater' | 'ofPlant'> & {
      ports: Ports
      /** When the caller's part in the plant ends; null where it does not. */
      endsAt: Date | null
    },
  ) => Promise<void>
}

/** The handlers of one feature, typed by the names of its actions. */
export type HandlersOf<T> = Handlers<Extract<keyof T, ActionName>>
