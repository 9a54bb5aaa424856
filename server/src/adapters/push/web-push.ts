import { createECDH, ECDH, hkdfSync } from 'node:crypto'
import webPush from 'web-push'
import type { Outbound } from '../../ports/outbound.ts'
import type { Push } from '../../ports/push.ts'

const curve = 'prime256v1'
/** Order of the curve P-256: private keys are smaller numbers. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
/** Seconds for which a push service stores messages for an offline browser. */
const timeToLiveS = 86_400

/**
 * The key pair of this installation, derived from the server's secret: nothing is stored, and every node has the same.
 */
const keysOf = (secret: string) => {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'vigilux web push', 48))
  const number = (BigInt(`0x${bytes.toString('hex')}`) % (order - 1n)) + 1n
  const ecdh = createECDH(curve)
  ecdh.setPrivateKey(number.toString(16).padStart(64, '0'), 'hex')
  return {
    publicKey: ecdh.getPublicKey('base64url'),
    privateKey: Buffer.from(number.toString(16).padStart(64, '0'), 'hex').toString('base64url'),
  }
}

const isPoint = (key: string): boolean => {
  try {
    return ECDH.convertKey(key, curve, 'base64url', 'base64url', 'uncompressed') === key.replace(/=+$/, '')
  } catch {
    return false
  }
}

type Parts = { secret: string; supportEmail: string; outbound: Outbound }

/** Web Push: encrypted for the browser only (RFC 8291), sent in this installation's name (RFC 8292). */
export const openWebPush = ({ secret, supportEmail, outbound }: Parts): Push => {
  const keys = keysOf(secret)
  return {
    key: keys.publicKey,
    mayAsk: outbound.mayAsk,
    isKey: isPoint,
    send({ endpoint, p256dh, auth }, text, { isUrgent }) {
      const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(text), {
        vapidDetails: { subject: `mailto:${supportEmail}`, ...keys },
        TTL: timeToLiveS,
        urgency: isUrgent ? 'high' : 'normal',
      })
      return outbound.post(endpoint, { headers: details.headers as Record<string, string>, body: details.body })
    },
  }
}
