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
import type { ApiFailure } from '@vigilux/client/failure.ts'
import { withOfflineFallback } from '../offline/offline-fallback.ts'
import type { ActionInput, ActionName, ActionOutput } from './actions.ts'
import { failureOf } from './api-failure.ts'
import { callOnce, read } from './channel.ts'

/** The cache key of an answer; without an input, of all answers of the action. */
export function actionKey<Name extends ActionName>(action: Name, input?: ActionInput<Name>): QueryKey {
  return input === undefined ? [action] : [action, input]
}

/** Cache key and fetch function of a read, for reads before their component renders. */
export function actionQuery<Name extends ActionName>(action: Name, input: ActionInput<Name>) {
  const queryKey = actionKey(action, input)
  return {
    queryKey,
    queryFn: ({ signal, client }: { signal: AbortSignal; client: QueryClient }) =>
      withOfflineFallback(read(action, input, signal), { client, queryKey }),
  }
}

/** Placeholder id for a disabled read. */
export const placeholderId = '00000000-0000-0000-0000-000000000000'

export type ReadOptions<Name extends ActionName> = Omit<
  UseQueryOptions<ActionOutput<Name>, ApiFailure>,
  'queryKey' | 'queryFn'
>

/** Reads an action; the answer is cached under `[action, input]` and refetched after a reconnect. */
export function useAction<Name extends ActionName>(
  action: Name,
  input: ActionInput<Name>,
  options: ReadOptions<Name> = {},
): UseQueryResult<ActionOutput<Name>, ApiFailure> {
  return useQuery<ActionOutput<Name>, ApiFailure>({ ...options, ...actionQuery(action, input) })
}

/**
 * Writes with an action, without automatic retries. `refresh` names the stale reads. They are also refetched when a
 * concurrent change causes a refusal: the next press uses current data.
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

/** Retries a read up to three times after a failure of network or server; not after a refusal, nor offline. */
export function shouldRetryRead(failures: number, error: unknown): boolean {
  const { status } = failureOf(error)
  if (!navigator.onLine) return false
  return failures < 3 && (status === 0 || status === 502 || status === 503 || status === 504)
}
