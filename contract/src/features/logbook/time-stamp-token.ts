import { type AsnType, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  Certificate,
  CertificateChainValidationEngine,
  ContentInfo,
  type ExtKeyUsage,
  SignedData,
  type SignerInfo,
  TSTInfo,
} from 'pkijs'
import { maxTimeStampLength, type TimeStampResult } from './time-stamp.ts'

const oids = {
  sha256: '2.16.840.1.101.3.4.2.1',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
} as const

/** Digests by their Web Crypto names; RFC 5816 defaults to SHA-256. */
const digests: Readonly<Record<string, string>> = {
  [oids.sha256]: 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}

/** An authority sends its own certificate and the intermediate ones. */
const maxCertificates = 10
/** Maximum length of a chain: a ring of certificates would loop forever. */
const maxIssuers = 40
const maxNameLength = 200

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0)

const base64Of = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))

/** Certificates of a PEM text, as base64 of their DER. @throws for an invalid certificate. */
export const certificatesOf = (pem: string): string[] =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g)].map(([, body = '']) => {
    const bytes = bytesOf(body.replaceAll(/\s/g, ''))
    Certificate.fromBER(bytes)
    return base64Of(bytes)
  })

const areEqual = (a: ArrayBuffer | Uint8Array, b: ArrayBuffer | Uint8Array): boolean => {
  const [left, right] = [new Uint8Array(a), new Uint8Array(b)]
  return left.length === right.length && left.every((byte, at) => byte === right[at])
}

/** Parsed stamp, not yet verified. */
type Token = { signed: SignedData; signer: SignerInfo; info: TSTInfo }

const readToken = (token: string): Token | null => {
  if (token.length > maxTimeStampLength) return null
  const content = ContentInfo.fromBER(bytesOf(token))
  if (content.contentType !== ContentInfo.SIGNED_DATA) return null
  const signedData = new SignedData({ schema: content.content })
  const { eContent, eContentType } = signedData.encapContentInfo
  const [signer, ...otherSigners] = signedData.signerInfos
  if (eContentType !== oids.timeStampInfo || !eContent || !signer || otherSigners.length > 0) return null
  if ((signedData.certificates ?? []).length > maxCertificates) return null
  return { signed: signedData, signer, info: TSTInfo.fromBER(eContent.getValue()) }
}

const attributeOf = (signer: SignerInfo, type: string): AsnType | undefined =>
  signer.signedAttrs?.attributes.find((one) => one.type === type)?.values[0]

const partsOf = (value: AsnType | undefined): AsnType[] => (value instanceof Sequence ? value.valueBlock.value : [])

/** Algorithm and hash of the signer's certificate: otherwise another certificate of the same key would be accepted. */
const namedCertificate = (signer: SignerInfo): { digest: string; hash: ArrayBuffer } | null => {
  const attributeV2 = attributeOf(signer, oids.signingCertificateV2)
  const [first] = partsOf(partsOf(attributeV2 ?? attributeOf(signer, oids.signingCertificate))[0])
  const [algorithm, ...otherParts] = partsOf(first)
  if (algorithm instanceof OctetString)
    return { digest: attributeV2 ? 'SHA-256' : 'SHA-1', hash: algorithm.valueBlock.valueHexView.slice().buffer }
  const [oid] = partsOf(algorithm)
  const [hash] = otherParts
  const digest = oid instanceof ObjectIdentifier ? digests[oid.valueBlock.toString()] : undefined
  return digest && hash instanceof OctetString ? { digest, hash: hash.valueBlock.valueHexView.slice().buffer } : null
}

/** Whether a key is restricted to time stamping, as RFC 3161 requires of an authority. */
const isTimeStampingOnly = ({ extensions = [] }: Certificate): boolean => {
  const usage = extensions.find(({ extnID }) => extnID === oids.extendedKeyUsage)
  const purposes = (usage?.parsedValue as ExtKeyUsage | undefined)?.keyPurposes ?? []
  return usage?.critical === true && purposes.length === 1 && purposes[0] === oids.timeStamping
}

const nameOf = ({ subject }: Certificate): string => {
  const part = (type: string): string =>
    String(subject.typesAndValues.find((one) => one.type === type)?.value.valueBlock.value ?? '')
  const certificateName = [part(oids.commonName), part(oids.organization)].filter((one) => one !== '').join(', ')
  return certificateName.replaceAll(/\p{C}/gu, ' ').slice(0, maxNameLength)
}

/** Whether a certificate was issued below a trusted one, with all of them valid at a time. */
const isTrusted = async (
  signedData: SignedData,
  leaf: Certificate,
  at: Date,
  trustedCertificates: Certificate[],
): Promise<boolean> => {
  const otherCertificates = (signedData.certificates ?? []).filter(
    (one): one is Certificate => one instanceof Certificate && !areEqual(one.tbsView, leaf.tbsView),
  )
  let issuerRequests = 0
  const engine = new CertificateChainValidationEngine({
    // The library verifies the last certificate of the list.
    trustedCerts: trustedCertificates.filter((one) => !areEqual(one.tbsView, leaf.tbsView)),
    certs: [...otherCertificates, leaf],
    checkDate: at,
    findIssuer: async (certificate, validation) => {
      issuerRequests += 1
      if (issuerRequests > maxIssuers) throw new Error('too many certificates')
      return validation.defaultFindIssuer(certificate, validation)
    },
  })
  try {
    return (await engine.verify()).result
  } catch {
    return false
  }
}

const signerOf = async ({ signed, signer, info }: Token, text: string): Promise<Certificate | null> => {
  if (info.messageImprint.hashAlgorithm.algorithmId !== oids.sha256) return null
  const contentType = attributeOf(signer, oids.contentType)
  if (!(contentType instanceof ObjectIdentifier) || contentType.valueBlock.toString() !== oids.timeStampInfo)
    return null
  const found = await signed.verify({ signer: 0, data: new TextEncoder().encode(text).buffer, extendedMode: true })
  const { signatureVerified, signerCertificate } = found
  const signerReference = namedCertificate(signer)
  if (!signatureVerified || !signerCertificate || !signerReference) return null
  const hash = await crypto.subtle.digest(signerReference.digest, signerCertificate.toSchema().toBER())
  return areEqual(hash, signerReference.hash) && isTimeStampingOnly(signerCertificate) ? signerCertificate : null
}

/**
 * Checks an RFC 3161 time stamp offline: it must cover this text, and be signed by the named certificate, which must be
 * restricted to stamping. Also reports whether a trusted authority issued the certificate.
 * @param token base64 of the DER TimeStampToken
 * @param authorities trusted certificates, base64 of their DER
 */
export const checkTimeStamp = async (
  token: string,
  text: string,
  authorities: readonly string[],
): Promise<TimeStampResult> => {
  try {
    const read = readToken(token)
    const leaf = read && (await signerOf(read, text))
    if (!read || !leaf) return { state: 'broken' }
    const trustedCertificates = authorities.map((one) => Certificate.fromBER(bytesOf(one)))
    const at = read.info.genTime
    const state = (await isTrusted(read.signed, leaf, at, trustedCertificates)) ? 'known' : 'unknown'
    return { state, authority: nameOf(leaf), at: at.toISOString() }
  } catch {
    // An unreadable stamp is broken.
    return { state: 'broken' }
  }
}
