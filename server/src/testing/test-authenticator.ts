import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Creation = { challenge: string; rp: { id?: string }; user: { id: string } }
type Request = { challenge: string; rpId?: string }

/** A device's data for one operation: origin, user verification and counter. */
type ClientData = { origin?: string; rpId?: string; userVerified?: boolean; counter?: number }

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const url64 = (data: string | Buffer): string => Buffer.from(data).toString('base64url')
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
const length16 = (value: number) => Buffer.from([value >> 8, value & 0xff])

/** A device with passkeys of WebAuthn level 2 (ES256, attestation "none"), each with its own key pair. */
export const createTestAuthenticator = (defaultOrigin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = url64(credentialId)
  let userHandle = ''

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = (rpId: string, flags: number, counter: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
  }
  const coseKey = () => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const [head, midCoseBytes] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')]
    return Buffer.concat([head, Buffer.from(x, 'base64url'), midCoseBytes, Buffer.from(y, 'base64url')])
  }
  const common = { id, rawId: id, type: 'public-key', clientExtensionResults: {} }

  return {
    /** The answer to a browser's options for creating a passkey. */
    create(options: Creation, { origin = defaultOrigin, rpId, userVerified = true, counter = 0 }: ClientData = {}) {
      userHandle = options.user.id
      const flags = 0x41 | (userVerified ? 0x04 : 0)
      const attested = [Buffer.alloc(16), length16(credentialId.length), credentialId, coseKey()]
      const data = Buffer.concat([authData(rpId ?? options.rp.id ?? '', flags, counter), ...attested])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        Buffer.from([0x59]),
        length16(data.length),
        data,
      ])
      const clientDataJSON = url64(clientData('webauthn.create', options.challenge, origin))
      const response = { clientDataJSON, attestationObject: url64(attestationObject), transports: ['internal'] }
      return { ...common, response }
    },
    /** The answer to a browser's options for signing in. */
    get(options: Request, { origin = defaultOrigin, rpId, userVerified = true, counter = 0 }: ClientData = {}) {
      const data = authData(rpId ?? options.rpId ?? '', 0x01 | (userVerified ? 0x04 : 0), counter)
      const client = clientData('webauthn.get', options.challenge, origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = { clientDataJSON: url64(client), authenticatorData: url64(data), signature: url64(signature) }
      return { ...common, response: { ...response, userHandle } }
    },
  }
}
