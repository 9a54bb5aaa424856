import {
  hashKey,
  type QueryKey,
  type UseQueryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { ApiFailure } from '@vigilux/client/failure.ts'
import { createContext, use, useContext } from 'react'
import type { ActionInput, ActionName, ActionOutput } from './actions.ts'
import { actionQuery, type ReadOptions } from './use-action.ts'

type AnswerOptions<Data, Answer> = UseQueryOptions<Data, ApiFailure, Answer> & { queryKey: QueryKey; enabled?: boolean }

/** Reads without an answer inside one boundary, by the hash of their key. */
export type Unanswered = {
  reads: Map<string, UseQueryOptions<unknown, ApiFailure>>
  /** Never resolves: the boundary renders its children at once; React would wait 300 ms after a promise. */
  never: Promise<never>
}

export const UnansweredContext = createContext<Unanswered | undefined>(undefined)

/** Suspends the component until its boundary has an answer to each of these reads. */
function suspend(unanswered: Unanswered | undefined, missing: readonly { queryKey: QueryKey }[]): never {
  if (!unanswered) throw new Error(`${JSON.stringify(missing[0]?.queryKey)} is read outside an AnswerBoundary`)
  for (const read of missing) unanswered.reads.set(hashKey(read.queryKey), read as UseQueryOptions<unknown, ApiFailure>)
  // `use`, not `throw`: with two waiting boundaries, a thrown promise makes React render both in a loop.
  return use(unanswered.never)
}

/** Minimum time an answer stays fresh and in memory, to survive until it is rendered. */
const minFreshMs = 1_000

function useAnswerTo<Data, Answer>(queryOptions: AnswerOptions<Data, Answer>): Answer | undefined {
  const { staleTime, gcTime } = useQueryClient().defaultQueryOptions(queryOptions as unknown as UseQueryOptions)
  const options: AnswerOptions<Data, Answer> = {
    ...queryOptions,
    staleTime: Math.max(Number(staleTime ?? 0), minFreshMs),
    ...(gcTime === undefined ? {} : { gcTime: Math.max(gcTime, minFreshMs) }),
  }
  const unanswered = useContext(UnansweredContext)
  const { data } = useQuery(options)
  if (data !== undefined || options.enabled === false) return data
  suspend(unanswered, [options])
}

/** The answers of an action to each of these inputs, in order. */
export function useAnswers<Name extends ActionName>(
  action: Name,
  inputs: readonly ActionInput<Name>[],
): readonly ActionOutput<Name>[] {
  const unanswered = useContext(UnansweredContext)
  const queries = inputs.map((input) => actionQuery(action, input))
  const answers = useQueries({ queries }).map(({ data }) => data as ActionOutput<Name> | undefined)
  const missing = queries.filter((_, at) => answers[at] === undefined)
  if (missing.length > 0) suspend(unanswered, missing)
  return answers as ActionOutput<Name>[]
}

/** The answer to a query, never undefined: until then the nearest `AnswerBoundary` shows skeleton or error. */
export function useQueryAnswer<Data, Answer = Data>(
  options: Omit<AnswerOptions<Data, Answer>, 'enabled'>,
): Exclude<Answer, undefined> {
  return useAnswerTo(options as AnswerOptions<Data, Answer>) as Exclude<Answer, undefined>
}

/** The answer to an action, never undefined: until then the nearest `AnswerBoundary` shows skeleton or error. */
export function useAnswer<Name extends ActionName>(
  action: Name,
  input: ActionInput<Name>,
  options: Omit<ReadOptions<Name>, 'enabled'> = {},
): ActionOutput<Name> {
  return useQueryAnswer<ActionOutput<Name>>({ ...options, ...actionQuery(action, input) }) as ActionOutput<Name>
}

/** When an action's answer arrived, in epoch milliseconds; 0 while only the answer to an earlier input is shown. */
export function useAnsweredAt<Name extends ActionName>(action: Name, input: ActionInput<Name>): number {
  return useQuery({ ...actionQuery(action, input), enabled: false }).dataUpdatedAt
}

/** Like `useAnswer` when wanted; otherwise returns a cached answer or undefined, without a request. */
export function useAnswerIf<Name extends ActionName>(
  isWanted: boolean,
  action: Name,
  input: ActionInput<Name>,
  options: Omit<ReadOptions<Name>, 'enabled'> = {},
): ActionOutput<Name> | undefined {
  return useAnswerTo<ActionOutput<Name>, ActionOutput<Name>>({
    ...options,
    ...actionQuery(action, input),
    enabled: isWanted,
  })
}
