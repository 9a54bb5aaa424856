import type { ActionInput, ActionName, ActionOutput } from '@vigilux/contract/actions.ts'
import type { EventData, EventName } from '@vigilux/contract/events.ts'
import { type ConnectionEnd, RealtimeConnection } from './connection.ts'
import { ApiFailure } from './failure.ts'
import { callAction, fetchFromServer } from './http.ts'

/** @public For programs outside this repository. */
export type { ActionInput, ActionName, ActionOutput, EventData, EventName }
/** @public For programs outside this repository. */
export { ApiFailure }

export type ClientOptions = {
  /** Address of the server, such as `https://plants.example`. */
  server: string
  /** Access token: `vgx_…`. */
  token: string
}

/** An event of a watched plant, with its name. */
export type PlantEvent = { [Name in EventName]: { name: Name; data: EventData<Name> } }[EventName]

export type Watch = {
  onEvent(event: PlantEvent): void
  /** Events may be missing: read everything again. Called once the plant is watched, and after each lost connection. */
  onRead(): void
  /** The connection is lost: events are missed until the next `onRead`. */
  onLost?(): void
  /** The watch is over: the token ended, the plant is refused, or the server could not be reached any more. */
  onEnd?(reason: WatchEnd): void
}

/** `refused`: the plant does not exist for the token. */
export type WatchEnd = ConnectionEnd | 'refused'

const finalRefusals = ['NOT_SIGNED_IN', 'NOT_ALLOWED', 'PLANT_NOT_FOUND', 'ACCOUNT_SUSPENDED']
/** Whether repeating the call cannot change the refusal. */
const isFinal = (error: unknown): boolean => error instanceof ApiFailure && finalRefusals.includes(error.code)

/** Pause before a plant is watched again after the server did not answer. */
const watchRetryMs = 3_000

/**
 * A program's way to the API of one server.
 * @public For programs outside this repository.
 */
export const createClient = ({ server: address, token }: ClientOptions) => {
  const server = address.replace(/\/+$/, '')
  const headers = { authorization: `Bearer ${token}` }

  /**
   * Calls an action. A write with a key can be repeated safely for 24 h, also after a failure with status 0.
   * @throws ApiFailure with the code of the refusal
   */
  const call = <Name extends ActionName>(
    action: Name,
    input: ActionInput<Name>,
    options: { key?: string; signal?: AbortSignal } = {},
  ): Promise<ActionOutput<Name>> => callAction(server, action, input, { headers, ...options })

  return {
    call,
    /** Fetches a file by the path in an action's answer, such as a report. */
    async file(path: string): Promise<Response> {
      const response = await fetchFromServer(server + path, { headers })
      if (!response.ok) throw new ApiFailure('internal_error', response.status)
      return response
    },
    /** Watches a plant until the returned function is called. */
    watch(plantId: string, { onEvent, onRead, onLost, onEnd }: Watch): () => void {
      let isConnected = false
      const watchPlant = async () => {
        const { socketId } = connection.status
        if (socketId) await call('getPlantDetails', { plantId, socketId })
        onRead()
      }
      const endOrRetry = (error: unknown) => {
        const { socketId } = connection.status
        if (isFinal(error)) {
          connection.stop()
          return onEnd?.('refused')
        }
        setTimeout(() => {
          if (connection.status.socketId === socketId) connection.lost()
        }, watchRetryMs)
      }
      const connection = new RealtimeConnection({
        url: `${server.replace(/^http/, 'ws')}/realtime`,
        firstMessage: { action: 'authenticate', data: { token } },
        refreshSession: async () => true,
        onStatus: ({ state }) => {
          const wasConnected = isConnected
          isConnected = state === 'connected'
          if (isConnected) watchPlant().catch(endOrRetry)
          else if (wasConnected) onLost?.()
        },
        onMessage: ({ action: name, data }) => {
          if (name !== 'connected') onEvent({ name, data } as PlantEvent)
        },
        onReconnected: () => undefined,
        onEnd: (reason) => onEnd?.(reason),
      })
      connection.start()
      return () => connection.stop()
    },
  }
}
