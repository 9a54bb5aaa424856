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
import { ApiFailure } from '@vigilux/client/failure.ts'
import { doublePressMs } from '../double-press.ts'
import { withOfflineFallback } from '../offline/offline-fallback.ts'
import type { ActionInput, ActionName, ActionOutput } from './actions.ts'
import { failureOf } from './api-failure.ts'
import { call } from './call.ts'

/** Two presses of these are two actions: a key of a unit turns a page, and a light step adds one. */
const repeatableActions: ReadonlySet<ActionName> = new Set<ActionName>(['keypressSimulation', 'setLightLevel'])

/** Pauses before the second and the third try. */
const pausesMs = [1_000, 3_000]
/** No retry begins later than this. */
const retryWindowMs = 30_000
/** How long the same press after a failure reuses its key. */
const dedupeMs = 60_000

const recentPresses = new Map<string, Promise<unknown>>()
/** Idempotency keys of presses with an unknown outcome, by action and input. */
const keysOfUnknownOutcome = new Map<string, string>()

/** Failures after which the write may have been stored. A proxy answers 502 or 504 when it lost the server. */
const mayHaveSucceeded = ({ code, status }: ApiFailure, wasOnline: boolean): boolean =>
  ['OUTCOME_UNKNOWN', 'realtime_no_answer'].includes(code) ||
  (code === 'network_error' && wasOnline) ||
  status === 502 ||
  status === 504

/** Failures of the line or of a busy server: they leave the outcome of an earlier try unknown. */
const isInconclusive = ({ code, status }: ApiFailure): boolean =>
  status === 0 || status === 429 || status === 503 || code === 'internal_error'

/**
 * Sends a write under its idempotency key. While the outcome is unknown, the write is retried with the same key, at
 * most three times; the server stores it once.
 */
async function writeOnce<Name extends ActionName>(
  action: Name,
  input: ActionInput<Name>,
  key: string,
): Promise<ActionOutput<Name>> {
  const startedAt = Date.now()
  let isUnknown = false
  for (let attempt = 0; ; attempt += 1) {
    const wasOnline = navigator.onLine
    try {
      return await write(action, input, key)
    } catch (error) {
      const failure = failureOf(error)
      isUnknown ||= mayHaveSucceeded(failure, wasOnline)
      if (!isUnknown || !isInconclusive(failure)) throw error
      const pauseMs = pausesMs[attempt]
      if (pauseMs === undefined || Date.now() - startedAt + pauseMs > retryWindowMs)
        throw failure.code === 'OUTCOME_UNKNOWN' ? failure : new ApiFailure('realtime_no_answer', 0)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** Remembers the key of a press with an unknown outcome: pressing again repeats the same write. */
const rememberKey = (press: string, key: string): void => {
  keysOfUnknownOutcome.set(press, key)
  setTimeout(() => {
    if (keysOfUnknownOutcome.get(press) === key) keysOfUnknownOutcome.delete(press)
  }, dedupeMs)
}

const send = async <Name extends ActionName>(
  action: Name,
  input: ActionInput<Name>,
  press: string,
): Promise<ActionOutput<Name>> => {
  const key = keysOfUnknownOutcome.get(press) ?? crypto.randomUUID()
  keysOfUnknownOutcome.delete(press)
  try {
    return await writeOnce(action, input, key)
  } catch (error) {
    const { code } = failureOf(error)
    const isUnknown = code === 'OUTCOME_UNKNOWN' || code === 'realtime_no_answer'
    if (isUnknown && !repeatableActions.has(action)) rememberKey(press, key)
    throw error
  }
}

/**
 * Deduplicates presses: a write with the same input, while the first is in flight or within the time of a double click,
 * is sent once and both callers get its answer.
 */
export function callOnce<Name extends ActionName>(action: Name, input: ActionInput<Name>): Promise<ActionOutput<Name>> {
  const press = JSON.stringify([action, input])
  const runningPress = repeatableActions.has(action) ? undefined : recentPresses.get(press)
  if (runningPress) return runningPress as Promise<ActionOutput<Name>>
  const pendingPress = send(action, input, press)
  recentPresses.set(press, pendingPress)
  const pressTimeout = new Promise((resolve) => setTimeout(resolve, doublePressMs))
  void Promise.allSettled([pendingPress, pressTimeout]).then(() => {
    if (recentPresses.get(press) === pendingPress) recentPresses.delete(press)
  })
  return pendingPress
}

/** Forgets all presses at a change of account: nobody gets the answer to another account's press. */
export function clearPresses(): void {
  recentPresses.clear()
  keysOfUnknownOutcome.clear()
}

/** The realtime channel of the signed-in person, as far as calls use it. */
export type Channel = {
  live: { state: string; socketId: string | undefined }
  /** Waits for the connection. Throws `ApiFailure`; its status is 0 without an answer. */
  call<Name extends ActionName>(action: Name, input: ActionInput<Name>, key?: string): Promise<ActionOutput<Name>>
}

/** The single open channel, of the signed-in person. */
let open: Channel | undefined

/** The id of the own socket while connected; reading a plant with this id makes the socket its watcher. */
export const ownSocketId = (): string | undefined => open?.live.socketId

/** Routes calls over this channel until the returned function is called. */
export function setChannel(channel: Channel): () => void {
  open = channel
  return () => {
    if (open === channel) open = undefined
  }
}

/** Writes over HTTP (specification section 7); all others use the channel. */
const httpWrites: ReadonlySet<ActionName> = new Set<ActionName>([
  'aggiornaMappePost',
  'createMonitoringZone',
  'createTokens',
  'deleteMonitoringZone',
  'updateMonitoringZone',
  'updateZoneLamps',
])

/** Reads over the channel (specification section 7); all others use HTTP. */
const channelReads: ReadonlySet<ActionName> = new Set<ActionName>([
  'checkInvitoPendente',
  'getCollections',
  'getLogbookDetails',
  'getPendingUsers',
  'getPlantUsers',
  'getScenes',
  'getUserInfos',
  'getZones',
  'listaInviti',
])

/** Maximum characters of an input: they fit into a message whatever their bytes. Longer ones may close the channel. */
const maxChars = 80_000

const usesChannel = (action: ActionName, input: object): boolean =>
  !httpWrites.has(action) && navigator.onLine && JSON.stringify(input).length <= maxChars

/**
 * Sends a write once. Over the channel it waits for the connection, but fails at once without a network; without a
 * session there is no channel. With an idempotency key the write can be repeated.
 */
export function write<Name extends ActionName>(
  action: Name,
  input: ActionInput<Name>,
  key?: string,
): Promise<ActionOutput<Name>> {
  return open && usesChannel(action, input) ? open.call(action, input, key) : call(action, input, { key })
}

/** Reads; no read waits for a connection or is lost with one. */
export async function read<Name extends ActionName>(
  action: Name,
  input: ActionInput<Name>,
  signal?: AbortSignal,
): Promise<ActionOutput<Name>> {
  if (open?.live.state !== 'connected' || !channelReads.has(action)) return call(action, input, { signal })
  try {
    return await open.call(action, input)
  } catch (error) {
    if (failureOf(error).status !== 0) throw error
    return call(action, input, { signal })
  }
}

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
