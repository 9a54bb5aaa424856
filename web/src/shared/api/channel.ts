import type { ActionInput, ActionName, ActionOutput } from './actions.ts'
import { failureOf } from './api-failure.ts'
import { call } from './call.ts'

/** The realtime channel of the signed-in person, as far as calls go over it. */
export type Channel = {
  live: { state: string; socketId: string | undefined }
  /** Waits for the connection where there is none. Throws `ApiFailure`; of status 0 where no answer came. */
  call<Name extends ActionName>(action: Name, input: ActionInput<Name>, key?: string): Promise<ActionOutput<Name>>
}

/** There is one at a time, that of the person who is signed in. */
let open: Channel | undefined

/** The id of the own socket while connected; reading a plant with it makes the socket a watcher of that plant. */
export const ownSocketId = (): string | undefined => open?.live.socketId

/** Calls go over this channel from now on, until what is returned is called. */
export function setChannel(channel: Channel): () => void {
  open = channel
  return () => {
    if (open === channel) open = undefined
  }
}

/** Writes that the specification (section 7) gives to HTTP; all others belong to the channel. */
const httpWrites: ReadonlySet<ActionName> = new Set<ActionName>([
  'aggiornaMappePost',
  'createMonitoringZone',
  'createTokens',
  'deleteMonitoringZone',
  'updateMonitoringZone',
  'updateZoneLamps',
])

/** Reads that the specification (section 7) gives to the channel; all others belong to HTTP. */
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

/** Characters of an input that fit into a message however many bytes each takes; a longer message may close the channel. */
const maxChars = 80_000

const usesChannel = (action: ActionName, input: object): boolean =>
  !httpWrites.has(action) && navigator.onLine && JSON.stringify(input).length <= maxChars

/**
 * Sends a write, once. Over the channel it waits for the connection; a device without a network says so at once, and
 * where nobody is signed in there is no channel. With an idempotency key it can be sent again.
 */
export function write<Name extends ActionName>(
  action: Name,
  input: ActionInput<Name>,
  key?: string,
): Promise<ActionOutput<Name>> {
  return open && usesChannel(action, input) ? open.call(action, input, key) : call(action, input, { key })
}

/** Reads; no read waits for a connection, nor is lost with one. */
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
