import {
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { withOfflineFallback } from '../offline/offline-fallback.ts'
import type { ActionInput, ActionName, ActionOutput } from './actions.ts'
import { type ApiFailure, failureOf } from './api-failure.ts'
import { callOnce } from './call-once.ts'
import { read } from './channel.ts'

/** The key of an answer in the cache; without an input, of all answers of the action. */
export function actionKey<Name extends ActionName>(action: Name, input?: ActionInput<Name>): QueryKey {
  return input === undefined ? [action] : [action, input]
}

/** What an answer is kept under and how it is asked for: for a read that is not begun by drawing. */
export function actionQuery<Name extends ActionName>(action: Name, input: ActionInput<Name>) {
  const queryKey = actionKey(action, input)
  return {
    queryKey,
    queryFn: ({ signal, client }: { signal: AbortSignal; client: QueryClient }) =>
      withOfflineFallback(read(action, input, signal), { client, queryKey }),
  }
}

/** Stands where an id is asked for, in a read that is not enabled yet. */
export const placeholderId = '00000000-0000-0000-0000-000000000000'

export type ReadOptions<Name extends ActionName> = Omit<
  UseQueryOptions<ActionOutput<Name>, ApiFailure>,
  'queryKey' | 'queryFn'
>

/** Reads an action; the answer is kept under `[action, input]` and read again after a reconnect. */
export function useAction<Name extends ActionName>(
  action: Name,
  input: ActionInput<Name>,
  options: ReadOptions<Name> = {},
): UseQueryResult<ActionOutput<Name>, ApiFailure> {
  return useQuery<ActionOutput<Name>, ApiFailure>({ ...options, ...actionQuery(action, input) })
}

/**
 * Writes with an action, once: a write is never repeated by itself. `refresh` names the reads it makes stale. They are read again too where
 * it is refused because of what has changed meanwhile, so that the next press is about what is.
 */
export function useActionMutation<Name extends ActionName>(
  action: Name,
  options: { refresh?: readonly ActionName[]; onSuccess?: (output: ActionOutput<Name>) => unknown } = {},
): UseMutationResult<ActionOutput<Name>, ApiFailure, ActionInput<Name>> {
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all((options.refresh ?? []).map((name) => queries.invalidateQueries({ queryKey: [name] })))
  return useMutation<ActionOutput<Name>, ApiFailure, ActionInput<Name>>({
    mutationKey: [action],
    mutationFn: (input) => callOnce(action, input),
    onSuccess: async (output) => {
      await refresh()
      await options.onSuccess?.(output)
    },
    onError: ({ status }) => {
      if (status === 409) void refresh()
    },
  })
}

/** Retry a read thrice when the network or the server failed; a refusal stays a refusal, and no network is none in a second. */
export function shouldRetryRead(failures: number, error: unknown): boolean {
  const { status } = failureOf(error)
  if (!navigator.onLine) return false
  return failures < 3 && (status === 0 || status === 502 || status === 503 || status === 504)
}
