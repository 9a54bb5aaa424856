import type { Socket as NetSocket } from 'node:net'
import type { EventData, EventName } from '@vigilux/contract/events.ts'
import type { WebSocket } from 'ws'
import type { Audience } from '../../kernel/bus.ts'
import { closedAccount, socketOwnerOf, type User } from '../../kernel/caller.ts'
import { channelLimits } from '../../kernel/limits.ts'
import type { WatchedPlant } from '../../ports/watchers.ts'
import { closeCodes } from './close-codes.ts'
import type { SocketIds } from './socket-ids.ts'

/** A message to many browsers, encoded once for all. */
type Broadcast = {
  text: string
  /** Encoded for the wire: one final, unmasked text frame (RFC 6455). */
  frame: Buffer
}

const textFrame = 0x81

/** The length of the body as encoded in the frame: in 7, 16 or 64 bits. */
const headOf = (length: number): Buffer => {
  if (length < 126) return Buffer.from([textFrame, length])
  const isLong = length > 0xffff
  const head = Buffer.alloc(isLong ? 10 : 4)
  head[0] = textFrame
  head[1] = isLong ? 127 : 126
  if (isLong) head.writeBigUInt64BE(BigInt(length), 2)
  else head.writeUInt16BE(length, 2)
  return head
}

export const broadcastOf = (message: { action: string; data: unknown }): Broadcast => {
  const text = JSON.stringify(message)
  const body = Buffer.from(text)
  return { text, frame: Buffer.concat([headOf(body.length), body]) }
}

/** Milliseconds in which the peer may answer the close before the connection is cut. */
const closeTimeoutMs = 1000

export type SocketWriter = ReturnType<typeof createSocketWriter>

/**
 * Outgoing messages to one browser. Answers and events share one bounded backlog; a browser permanently behind is
 * disconnected.
 */
export const createSocketWriter = (
  socket: WebSocket,
  wire: Pick<NetSocket, 'write'>,
  now: () => number = () => performance.now(),
) => {
  let fullSince: number | null = null
  let isShut = false

  const isFull = (): boolean => {
    if (socket.bufferedAmount <= channelLimits.backlogBytes) fullSince = null
    else fullSince ??= now()
    return fullSince !== null
  }

  /** A peer that does not read never answers the close: it is disconnected. */
  const shut = (code: number, reason: string): void => {
    if (isShut) return
    isShut = true
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), closeTimeoutMs).unref()
  }

  return {
    isFull,
    isShut: () => isShut,
    backlog: () => socket.bufferedAmount,
    send: (text: string): void => {
      if (!isShut) socket.send(text)
    },
    /** Writes an encoded frame directly: the library would encode and write head and body per browser. */
    broadcast: ({ frame }: Broadcast): void => {
      if (!isShut && socket.readyState === socket.OPEN) wire.write(frame)
    },
    shut,
    /** Call periodically: disconnects a browser behind for too long. */
    check(): void {
      if (isFull() && fullSince !== null && now() - fullSince > channelLimits.patienceMs)
        shut(closeCodes.tooSlow, 'too slow, resync')
    },
  }
}

/** One browser's channel, as the hub sees it. */
export type Channel = {
  send(message: Broadcast): void
  /** Bytes waiting to be sent. */
  backlog(): number
  close(code: number, reason: string): void
  /** Checks whether the session is still valid, and closes the channel otherwise. */
  recheck(): void
}

/** For whom a channel is opened. */
export type ChannelUser = Pick<User, 'userId'> & AccountState & { token?: User['token'] }

type AccountState = Pick<User, 'suspended' | 'declarationsMissing'>

type Socket = {
  id: string
  userId: string
  /** The person, or the access token of the program. */
  owner: string
  token: User['token']
  channel: Channel
  plantId: string | null
  /** When the person's membership in the plant ends; null without an end date. */
  until: number | null
  /** A closed account receives no events of plants. */
  account: AccountState
  laggingSince: number | null
}

/** Limits of a slow browser: above the backlog it receives nothing, and after its patience it has to start over. */
const { backlogBytes, patienceMs } = channelLimits

const resync = broadcastOf({ action: 'resync', data: {} })

/** The browsers of this node. */
export type WatcherHub = {
  /**
   * Makes a socket of this owner watch this plant only. False if the socket belongs to another owner, or the person
   * is not allowed to see plants.
   */
  watch(socketId: string, owner: string, plant: WatchedPlant): boolean
  /** Makes a socket of this owner watch no plant. False if the socket belongs to another owner. */
  leave(socketId: string, owner: string): boolean
  add(user: ChannelUser, channel: Channel): string
  remove(socketId: string): void
  deliver(audience: Audience, event: EventName, data: unknown): void
  /** Makes each channel of this person check its session. */
  recheck(userId: string): void
  closeAll(): void
  size(): number
}

const addTo = (index: Map<string, Set<Socket>>, key: string, socket: Socket) => {
  const set = index.get(key) ?? new Set()
  set.add(socket)
  index.set(key, set)
}

const dropFrom = (index: Map<string, Set<Socket>>, key: string, socket: Socket) => {
  const set = index.get(key)
  set?.delete(socket)
  if (set?.size === 0) index.delete(key)
}

/** Sends nothing to a browser while it is behind; afterwards it has to start over. */
const sendIfCaughtUp = (socket: Socket, message: Broadcast, at: number) => {
  if (socket.channel.backlog() > backlogBytes) {
    socket.laggingSince ??= at
    if (at - socket.laggingSince > patienceMs) socket.channel.close(closeCodes.tooSlow, 'too slow, resync')
    return
  }
  if (socket.laggingSince !== null) {
    socket.laggingSince = null
    socket.channel.send(resync)
  }
  socket.channel.send(message)
}

const seesPlant = ({ account, token }: Socket, plantId: string): boolean =>
  closedAccount(account) === null && (token?.plantIds?.includes(plantId) ?? true)

/** Events to a person after which an access token may have ended. */
const endsTokens: ReadonlySet<EventName> = new Set<EventName>(['accessTokens', 'membershipEnded', 'setMemberRole'])

/** Programs are not shown the accounts of people. */
const mayReceive = ({ token }: Socket, event: EventName): boolean => token === null || event !== 'plantUsers'

/** Watchers of the plant, except the socket of the change. */
const otherSockets = (
  byPlant: ReadonlyMap<string, ReadonlySet<Socket>>,
  { plant, exceptSocket }: Extract<Audience, { plant: string }>,
  event: EventName,
): Socket[] =>
  [...(byPlant.get(plant) ?? [])].filter((socket) => socket.id !== exceptSocket && mayReceive(socket, event))

/** Sockets of these people, except watchers of a plant: they receive no other plant's events. */
const homeSockets = (
  byUser: ReadonlyMap<string, ReadonlySet<Socket>>,
  { plant, home = [] }: Extract<Audience, { plant: string }>,
): Socket[] =>
  home.flatMap((id) =>
    [...(byUser.get(id) ?? [])].filter((socket) => socket.plantId === null && seesPlant(socket, plant)),
  )

const accountAfter = (account: AccountState, event: EventName, data: unknown): AccountState => {
  if (event === 'saveDeclarations') return { ...account, declarationsMissing: false }
  if (event !== 'updateUserValidation') return account
  return { ...account, suspended: (data as EventData<'updateUserValidation'>).validation !== 'verified' }
}

/** Tracks which browser watches which plant, and sends each only this plant's events. */
export const createWatcherHub = (ids: SocketIds, now: () => number = Date.now): WatcherHub => {
  const sockets = new Map<string, Socket>()
  const byPlant = new Map<string, Set<Socket>>()
  const byUser = new Map<string, Set<Socket>>()

  const leavePlant = (socket: Socket) => {
    if (socket.plantId) dropFrom(byPlant, socket.plantId, socket)
    socket.plantId = null
    socket.until = null
  }

  const send = (socket: Socket, message: Broadcast) => sendIfCaughtUp(socket, message, now())

  /** Stops sending events of the plant to the person's browsers. */
  const loseAccess = (userId: string, plantId: string) => {
    for (const socket of byUser.get(userId) ?? []) if (socket.plantId === plantId) leavePlant(socket)
  }

  /** Notifies a watcher whose membership has ended, instead of sending the event: the end may have gone unnoticed. */
  const hasEnded = (socket: Socket): boolean => {
    const { plantId, until, userId } = socket
    if (plantId === null || until === null || now() < until) return false
    leavePlant(socket)
    send(socket, broadcastOf({ action: 'membershipEnded', data: { plant_id: plantId, userid: userId } }))
    return true
  }

  const endMoved = (userId: string, { plant_id, until }: EventData<'membershipEnds'>) => {
    for (const socket of byUser.get(userId) ?? [])
      if (socket.plantId === plant_id) socket.until = until === null ? null : Date.parse(until)
  }

  const followAccount = (socket: Socket, event: EventName, data: unknown) => {
    socket.account = accountAfter(socket.account, event, data)
    if (closedAccount(socket.account)) leavePlant(socket)
  }

  /** Consequences for the browsers of the notified person. */
  const applyUserEvent = (userId: string, userSockets: readonly Socket[], event: EventName, data: unknown) => {
    if (event === 'membershipEnds') endMoved(userId, data as EventData<'membershipEnds'>)
    if (event === 'membershipEnded') loseAccess(userId, (data as EventData<'membershipEnded'>).plant_id)
    for (const socket of userSockets) {
      if (event === 'sessionEnded' || (socket.token && endsTokens.has(event))) socket.channel.recheck()
      followAccount(socket, event, data)
    }
  }

  const notifyUser = (userId: string, event: EventName, message: Broadcast, data: unknown) => {
    const userSockets = [...(byUser.get(userId) ?? [])]
    // Events of an account are for its person alone, not for programs.
    for (const socket of userSockets) if (!socket.token) send(socket, message)
    applyUserEvent(userId, userSockets, event, data)
  }

  return {
    add({ userId, suspended, declarationsMissing, token = null }, channel) {
      const owner = socketOwnerOf({ userId, token })
      const id = ids.nextFor(owner)
      const socket: Socket = {
        id,
        userId,
        owner,
        token,
        channel,
        plantId: null,
        until: null,
        account: { suspended, declarationsMissing },
        laggingSince: null,
      }
      sockets.set(socket.id, socket)
      addTo(byUser, userId, socket)
      return socket.id
    },
    remove(socketId) {
      const socket = sockets.get(socketId)
      if (!socket) return
      leavePlant(socket)
      dropFrom(byUser, socket.userId, socket)
      sockets.delete(socketId)
    },
    watch(socketId, owner, { plantId, until }) {
      const socket = sockets.get(socketId)
      if (socket?.owner !== owner || !seesPlant(socket, plantId)) return false
      leavePlant(socket)
      socket.plantId = plantId
      socket.until = until?.getTime() ?? null
      addTo(byPlant, plantId, socket)
      return true
    },
    leave(socketId, owner) {
      const socket = sockets.get(socketId)
      if (socket?.owner !== owner) return false
      leavePlant(socket)
      return true
    },
    deliver(audience, event, data) {
      const message = broadcastOf({ action: event, data })
      if ('user' in audience) return notifyUser(audience.user, event, message, data)
      for (const socket of otherSockets(byPlant, audience, event)) if (!hasEnded(socket)) send(socket, message)
      for (const socket of homeSockets(byUser, audience)) send(socket, message)
    },
    recheck(userId) {
      for (const socket of [...(byUser.get(userId) ?? [])]) socket.channel.recheck()
    },
    closeAll() {
      for (const socket of sockets.values()) socket.channel.close(closeCodes.goingAway, 'server stops')
    },
    size: () => sockets.size,
  }
}
