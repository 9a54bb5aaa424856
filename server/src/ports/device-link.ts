/** A message from a unit or from another server node. */
export type BrokerMessage = {
  topic: string
  payload: Buffer
  /** The broker had kept it: it says what was, not what happens now. */
  retained: boolean
}

/** The server's way to the units, whichever broker stands between. */
export type DeviceLink = {
  /**
   * Whoever takes the messages, to be given before `connect`. A message counts as taken once the promise settles; a
   * rejection is logged. While too many are being taken, the broker has to wait.
   */
  onMessage(handler: (message: BrokerMessage) => Promise<void>): void
  /** Resolves once the broker holds the message; rejects after some seconds without it. QoS 1 unless told. */
  publish(topic: string, payload: string | Buffer, options?: { retain?: boolean; qos?: 0 | 1 }): Promise<void>
  /** Connects, and proves that the broker does what the platform needs of one. */
  connect(): Promise<void>
  isConnected(): boolean
  /** Takes no new messages and waits until those under way are settled, so that none is lost with this node. */
  leave(): Promise<void>
  close(): Promise<void>
}
