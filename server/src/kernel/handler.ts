import type { ActionName, Actions, FreshOutput, ParsedInput, RefusalOf } from '@vigilux/contract/actions.ts'
import type { ErrorCode } from '@vigilux/contract/errors.ts'
import type { PlantPermission, PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import type { AnyCallRefusal } from '@vigilux/contract/refusals.ts'
import type { Ports } from '../ports/ports.ts'
import type { Caller, User } from './caller.ts'
import type { Fail } from './refusal.ts'
import type { Work } from './work.ts'

type CallerOf<N extends ActionName> = Actions[N]['permission'] extends 'public' ? Caller : User

/** Refusal codes of a handler: those declared by its action, and those of every such call. */
export type HandlerRefusal<N extends ActionName> =
  | RefusalOf<N>
  | AnyCallRefusal
  | 'NOT_SIGNED_IN'
  | (Actions[N]['permission'] extends PlantPermission
      ? 'PLANT_NOT_FOUND' | (Actions[N] extends { effect: 'read' } | { program: 'read' } ? never : 'NOT_ALLOWED')
      : never)

/** Everything passed to a handler. */
export type HandlerContext<N extends ActionName> = {
  input: ParsedInput<N>
  caller: CallerOf<N>
  /** The caller's role in the plant of the input; null for actions without a plant. */
  role: Actions[N]['permission'] extends PlantPermission ? PlantRole : null
  /** The transaction of a read is a read-only snapshot. */
  work: Work<HandlerRefusal<N>>
  /** Reads only: defers a write to its own transaction, before the answer is sent. */
  deferWrite: Actions[N]['effect'] extends 'read' ? (write: (work: Work) => Promise<void>) => void : never
  /** Reads only, if the input names no plant: names the plant of the answer, to record a visit of the office. */
  setAnsweredPlant: Actions[N]['effect'] extends 'read' ? (plantId: string) => void : never
  /** Id of the request, as in the log line of a defect. */
  requestId: string
}

/** Context for a handler's writing functions, with their refusal codes. */
export type WriteContext<Code extends ErrorCode = never> = { work: Work<Code>; caller: User }

export type Handlers<N extends ActionName = ActionName> = {
  [K in N]: (context: HandlerContext<K>) => Promise<FreshOutput<K>>
}

/** Work awaited by actions before their transaction: waiting inside one would hold a connection needed by others. */
export type PreHandlers = {
  [N in ActionName]?: (
    context: Omit<HandlerContext<N>, 'work' | 'deferWrite' | 'setAnsweredPlant'> & {
      ports: Ports
      fail: Fail<HandlerRefusal<N>>
      /** When the caller's membership ends; null if it does not. */
      endsAt: Date | null
    },
  ) => Promise<void>
}

/** The handlers of one feature, typed by its action names. */
export type HandlersOf<T> = Handlers<Extract<keyof T, ActionName>>
