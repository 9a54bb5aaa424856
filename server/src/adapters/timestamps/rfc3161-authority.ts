import { createHash, randomBytes } from 'node:crypto'
import { certificatesOf, checkTimeStamp } from '@vigilux/contract/features/logbook/time-stamp-token.ts'
import { fromBER, Integer, Null, OctetString, Sequence } from 'asn1js'
import { AlgorithmIdentifier, ContentInfo, MessageImprint, SignedData, TimeStampReq, TSTInfo } from 'pkijs'
import type { Log } from '../../kernel/log.ts'
import type { TimeStamp, TimeStampAuthority } from '../../ports/time-stamps.ts'

export type AuthorityOptions = {
  url: string
  /** Certificates of trusted authorities, current and earlier ones, as PEM. */
  ca: string
  log: Log
  /** Timeout of an answer in milliseconds. */
  timeoutMs?: number
  /** Milliseconds for which a failed authority is not asked again. */
  restMs?: number
}

const sha256 = '2.16.840.1.101.3.4.2.1'
/** Maximum bytes; an answer has a few thousand bytes with its certificates. */
const maxBytes = 48_000
/** Maximum pending requests; further stamps are skipped, so a slow authority causes no backlog. */
const maxConcurrent = 8

const requestFor = (text: string, nonce: Integer): Buffer => {
  const hashedMessage = new OctetString({ valueHex: createHash('sha256').update(text).digest() })
  const hashAlgorithm = new AlgorithmIdentifier({ algorithmId: sha256, algorithmParams: new Null() })
  const messageImprint = new MessageImprint({ hashAlgorithm, hashedMessage })
  const request = new TimeStampReq({ version: 1, messageImprint, nonce, certReq: true })
  return Buffer.from(request.toSchema().toBER())
}

/** The bytes of an answer, aborted once they exceed the limit. */
const readBounded = async (response: Response): Promise<Buffer<ArrayBuffer>> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw new Error(`it answered with more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The token of an answer, if the authority granted one. */
const tokenOf = (answer: Buffer<ArrayBuffer>): Buffer => {
  const { result } = fromBER(answer)
  const [info, token] = result instanceof Sequence ? result.valueBlock.value : []
  const [status] = info instanceof Sequence ? info.valueBlock.value : []
  const statusCode = status instanceof Integer ? status.valueBlock.valueDec : null
  // 0 is granted, 1 granted with modifications.
  if (!token || (statusCode !== 0 && statusCode !== 1)) throw new Error(`it refused with status ${statusCode}`)
  return Buffer.from(token.valueBeforeDecodeView)
}

const hasNonce = (token: Buffer, nonce: Integer): boolean => {
  const { encapContentInfo } = new SignedData({ schema: ContentInfo.fromBER(token).content })
  const tokenNonce = encapContentInfo.eContent && TSTInfo.fromBER(encapContentInfo.eContent.getValue()).nonce
  return tokenNonce?.isEqual(nonce) === true
}

/**
 * Requests time stamps over HTTP (RFC 3161), and accepts only those verifiable by an outsider:
 * docs/operations/time-stamps.md
 */
export const openAuthority = (options: AuthorityOptions): TimeStampAuthority => {
  const { url, log, timeoutMs = 5_000, restMs: pauseMs = 60_000 } = options
  const trusted = certificatesOf(options.ca)
  if (trusted.length === 0) throw new Error('TIME_STAMP_CA_FILE holds no certificate')
  let [waiting, pausedUntil] = [0, 0]

  const requestTimeStamp = async (text: string): Promise<TimeStamp> => {
    // A positive number of 16 bytes.
    const nonce = new Integer({ valueHex: Buffer.concat([Buffer.from([0x40]), randomBytes(15)]) })
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      body: new Uint8Array(requestFor(text, nonce)),
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`it answered with ${response.status}`)
    const token = tokenOf(await readBounded(response))
    if (!hasNonce(token, nonce)) throw new Error('it answered something else than what it was asked')
    const base64 = token.toString('base64')
    const found = await checkTimeStamp(base64, text, trusted)
    if (found.state !== 'known') throw new Error(`its time stamp is ${found.state}`)
    return { token: base64, authority: found.authority, at: new Date(found.at) }
  }

  return {
    trusted,
    async stamp(text) {
      if (waiting >= maxConcurrent || performance.now() < pausedUntil) return null
      waiting += 1
      try {
        return await requestTimeStamp(text)
      } catch (error) {
        pausedUntil = performance.now() + pauseMs
        log.warn({ err: error, url, outage: 'timeStamps' }, 'the time-stamp authority gave no time stamp')
        return null
      } finally {
        waiting -= 1
      }
    },
  }
}
