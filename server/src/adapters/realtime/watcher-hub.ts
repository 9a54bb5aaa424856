import type { EventData, EventName } from '@vigilux/contract/events.ts'
import type { ValidationState } from '@vigilux/contract/features/accounts/account.ts'
import { channelLimits } from '../../kernel/limits.ts'
import type { Audience } from '../../kernel/work.ts'
import type { WatchedPlant } from '../../ports/watchers.ts'
import { closeCodes } from './close-codes.ts'
import type { SocketIds } from './socket-ids.ts'
import { type Broadcast, broadcastOf } from './socket-writer.ts'

/** One browser's channel, as the hub sees it. */
export type Channel = {
  send(message: Broadcast): void
  /** Bytes waiting to be sent. */
  backlog(): number
  close(code: number, reason: string): void
  /** Checks whether the session is still valid, and closes the channel otherwise. */
  recheck(): void
}

type Socket = {
  id: string
  userId: string
  channel: Channel
  plantId: string | null
  /** When the person's membership in that plant ends; null without an end date. */
  until: number | null
  /** Whether the person may see plants; a suspended account receives no events of plants. */
  seesPlants: boolean
  laggingSince: number | null
}

/** Limits of a slow browser: above the backlog it receives nothing, and after its patience it has to start over. */
const { backlogBytes, patienceMs } = channelLimits

const resync = broadcastOf({ action: 'resync', data: {} })

/** The browsers of this node. */
export type WatcherHub = {
  /**
   * Makes a socket of this person watch this plant only. False if the socket belongs to another person, or the person
   * is suspended.
   */
  watch(socketId: string, userId: string, plant: WatchedPlant): boolean
  /** Makes a socket of this person watch no plant. False if the socket belongs to another person. */
  leave(socketId: string, userId: string): boolean
  add(user: { userId: string; suspended: boolean }, channel: Channel): string
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

/** Sends nothing to a browser that is behind; it has to start over once it has caught up. */
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

/** Watchers of the plant, except the socket that already knows. */
const otherSockets = (
  byPlant: ReadonlyMap<string, ReadonlySet<Socket>>,
  { plant, exceptSocket }: Extract<Audience, { plant: string }>,
): Socket[] => [...(byPlant.get(plant) ?? [])].filter(({ id }) => id !== exceptSocket)

/** Tracks which browser watches which plant, and sends each only that plant's events. */
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

  /** Excludes sockets that watch a plant: they receive no other plant's events. */
  const homeSockets = (userIds: readonly string[]): Socket[] =>
    userIds.flatMap((id) =>
      [...(byUser.get(id) ?? [])].filter((socket) => socket.plantId === null && socket.seesPlants),
    )

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

  const openPlants = (socket: Socket, seesPlants: boolean) => {
    socket.seesPlants = seesPlants
    if (!seesPlants) leavePlant(socket)
  }

  /** Consequences for the browsers of the notified person. */
  const applyUserEvent = (userId: string, userSockets: readonly Socket[], event: EventName, data: unknown) => {
    if (event === 'membershipEnds') endMoved(userId, data as EventData<'membershipEnds'>)
    if (event === 'membershipEnded') loseAccess(userId, (data as EventData<'membershipEnded'>).plant_id)
    if (event === 'sessionEnded') for (const socket of userSockets) socket.channel.recheck()
    if (event !== 'updateUserValidation') return
    const { validation } = data as { validation: ValidationState }
    for (const socket of userSockets) openPlants(socket, validation === 'verified')
  }

  const notifyUser = (userId: string, event: EventName, message: Broadcast, data: unknown) => {
    const userSockets = [...(byUser.get(userId) ?? [])]
    for (const socket of userSockets) send(socket, message)
    applyUserEvent(userId, userSockets, event, data)
  }

  return {
    add({ userId, suspended }, channel) {
      const id = ids.nextFor(userId)
      const socket: Socket = {
        id,
        userId,
        channel,
        plantId: null,
        until: null,
        seesPlants: !suspended,
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
    watch(socketId, userId, { plantId, until }) {
      const socket = sockets.get(socketId)
      if (socket?.userId !== userId || !socket.seesPlants) return false
      leavePlant(socket)
      socket.plantId = plantId
      socket.until = until?.getTime() ?? null
      addTo(byPlant, plantId, socket)
      return true
    },
    leave(socketId, userId) {
      const socket = sockets.get(socketId)
      if (socket?.userId !== userId) return false
      leavePlant(socket)
      return true
    },
    deliver(audience, event, data) {
      const message = broadcastOf({ action: event, data })
      if ('user' in audience) return notifyUser(audience.user, event, message, data)
      for (const socket of otherSockets(byPlant, audience)) if (!hasEnded(socket)) send(socket, message)
      for (const socket of homeSockets(audience.home ?? [])) send(socket, message)
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
