import type { ActionInput, ActionName, ActionOutput } from './actions.ts'
import { failureOf } from './api-failure.ts'
import { call } from './call.ts'

/** The realtime channel of the signed-in person, as far as calls use it. */
export type Channel = {
  live: { state: string; socketId: string | undefined }
  /** Waits for the connection. Throws `ApiFailure`; its status is 0 without an answer. */
  call<Name extends ActionName>(action: Name, input: ActionInput<Name>, key?: string): Promise<ActionOutput<Name>>
}

/** The single open channel, of the signed-in person. */
let open: Channel | undefined

/** The id of the own socket while connected; reading a plant with this id makes the socket a watcher of that plant. */
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

/** Maximum characters of an input that fit into a message at any number of bytes each; a longer message may close the channel. */
const maxChars = 80_000

const usesChannel = (action: ActionName, input: object): boolean =>
  !httpWrites.has(action) && navigator.onLine && JSON.stringify(input).length <= maxChars

/**
 * Sends a write once. Over the channel it waits for the connection, but fails at once without a network; without a session there
 * is no channel. With an idempotency key the write can be repeated.
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
