import type { Allowance } from './allowances.ts'
import type { FairQueueLimits } from './fair-queue.ts'

/**
 * What one caller may use of one server node. Generous to people, also to many behind one address; tight to loops.
 * docs/operations/limits.md explains each number, and a check holds the two together.
 */
export const allowances = {
  /** Points of an account whose session is known. A read costs 1, a write 2, what is heavy what its declaration says. */
  account: { perSecond: 50, burst: 600 },
  /** Calls from an address without a session that is known. */
  stranger: { perSecond: 50, burst: 300 },
  /** Everything from one address together. */
  address: { perSecond: 500, burst: 2000 },
  /** Sign-up, sign-in and what belongs to them, from one address. */
  signIn: { perSecond: 5, burst: 100 },
  /** Realtime channels that an address opens. */
  channel: { perSecond: 5, burst: 100 },
  /** Files of the web client. */
  file: { perSecond: 200, burst: 2000 },
  /** Health and metrics. */
  health: { perSecond: 20, burst: 200 },
  /** Messages on one realtime channel. */
  message: { perSecond: 20, burst: 150 },
  /** Messages that a channel may have refused before it is closed. */
  refusedMessage: { perSecond: 1, burst: 1000 },
  /** Refusals of a member that stand in the audit of a plant; further ones are counted in the security log. */
  auditedRefusal: { perSecond: 1, burst: 200 },
} as const satisfies Record<string, Allowance>

/** A call costs another point for each of these bytes: reading a long one is work. */
export const bytesPerPoint = 16_384

/** Largest call on either transport; the longest list of lamps takes 60 KB. */
export const maxCallBytes = 262_144

/** Refused requests are answered after about so many milliseconds, as long as no more than so many wait. */
export const maxDelayedRefusals = { ms: 1000, most: 1000 } as const

/** Points of a file: it is read from the storage and checked. */
export const fileCost = 10

/** Bytes of a file that are in memory at most while it goes out. */
export const fileWindowBytes = 1_048_576

/** Points of a file that is sent; each of its bytes is bounded by the leave to send it. */
export const uploadCost = 5

/** Files that are being received by this node; the others wait, unread. */
export const uploadQueueLimits: FairQueueLimits = {
  places: 12,
  placesPerCaller: 4,
  waitingPerCaller: 60,
  waitingInAll: 300,
  longestWaitMs: 600_000,
}

export const uploadTimes = {
  /** Milliseconds after which an upload of which nothing comes is ended. */
  stallMs: 15_000,
  /** Milliseconds in which it has to come whole, once it has a place. */
  longestMs: 900_000,
  /** Milliseconds for which the rest of one that was refused is still read, so that its sender sees the answer. */
  discardMs: 10_000,
}

/** Bytes answered over HTTP that one caller has not taken yet; beyond, nothing more is made for it. */
export const maxUnsentBytes = 8_388_608

/** A call of so many points has all places of its caller to itself. */
export const heavyCost = 5

export const queueLimits: FairQueueLimits = {
  places: 6,
  placesPerCaller: 2,
  waitingPerCaller: 120,
  waitingInAll: 2000,
  longestWaitMs: 4000,
}

export const channelLimits = {
  perAccount: 30,
  perAddress: 300,
  /** Calls of one channel that are not answered yet; it is read no further until they are. */
  unanswered: 16,
  /** Bytes that may wait for a browser to take them; beyond, nothing more is done for it. */
  backlogBytes: 1_048_576,
  /** Milliseconds after which one that is still behind is closed. */
  patienceMs: 10_000,
} as const

/** How long whose session a cookie is may be remembered; that the session still stands is read for every call. */
export const sessionFreshMs = 60_000

/** Milliseconds of a call, its turn included. */
export const callDeadlines = {
  /** Its transaction is rolled back, unless COMMIT was sent. */
  abandonMs: 4500,
  /** A COMMIT that is not answered by then has an unknown outcome. */
  unknownMs: 5000,
} as const

/** Milliseconds by which the clock of a machine may differ from the database's before the node is out of service. */
export const wrongClockMs = 2_000
