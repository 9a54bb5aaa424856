import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const halfLength = 18
const halfOf = (id: string): string => id.slice(-halfLength)

/** Ids of sockets, which all nodes with the same secret can verify. */
export type SocketIds = ReturnType<typeof createSocketIds>

/**
 * Names a socket by its node and includes a proof of its owner: an invented id or another owner's is refused without
 * asking the node. `node.random proof`, as `socketId` in the contract.
 */
export const createSocketIds = (nodeId: string, secret: string) => {
  const proofOf = (name: string, owner: string): string =>
    createHmac('sha256', secret).update(`socket ${name} ${owner}`).digest('hex').slice(0, halfLength)

  return {
    nodeId,
    nextFor(owner: string): string {
      const name = `${nodeId}.${randomBytes(halfLength / 2).toString('hex')}`
      return name + proofOf(name, owner)
    },
    /** The node of the socket; null if it is no socket of this owner. */
    nodeOf(socketId: string, owner: string): string | null {
      const proof = proofOf(socketId.slice(0, -halfLength), owner)
      const receivedProof = Buffer.from(halfOf(socketId))
      const isProven = receivedProof.length === halfLength && timingSafeEqual(receivedProof, Buffer.from(proof))
      return isProven ? (socketId.split('.')[0] ?? null) : null
    },
  }
}
