/** A message from a unit or from another server node. */
export type BrokerMessage = {
  topic: string
  payload: Buffer
  /** A retained message of the broker: it describes the past. */
  retained: boolean
}

/** The server's connection to the units, whichever broker is used. */
export type DeviceLink = {
  /**
   * Sets the message handler, before `connect`. A message is settled once the promise settles; a rejection is logged.
   * While too many are pending, the broker has to wait.
   */
  onMessage(handler: (message: BrokerMessage) => Promise<void>): void
  /** Resolves once the broker has the message; rejects after a timeout of some seconds. QoS 1 by default. */
  publish(topic: string, payload: string | Buffer, options?: { retain?: boolean; qos?: 0 | 1 }): Promise<void>
  /** Connects, and verifies the broker's support for the platform's requirements. */
  connect(): Promise<void>
  isConnected(): boolean
  /** Stops receiving and waits until pending messages are settled, so none is lost with this node. */
  leave(): Promise<void>
  close(): Promise<void>
}
