import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Paths of PEM files. */
export type Certificate = { cert: string; key: string }

export type Authority = {
  /** Path of its certificate, and the content. */
  caFile: string
  ca: string
  /** A certificate with this common name, for a server also with its addresses, such as `IP:127.0.0.1`. */
  issue(name: string, addresses?: string): Certificate
  remove(): void
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
const openssl = (...args: string[]): void =>
  void execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'ignore'] })

/** A certificate authority of a test, in a temporary folder. */
export const createAuthority = (): Authority => {
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-certificates-'))
  const path = (name: string): string => join(folder, name)
  const [caFile, caKey] = [path('ca.crt'), path('ca.key')]
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '2',
    '-subj',
    '/CN=Authority of the tests',
    '-keyout',
    caKey,
    '-out',
    caFile,
  )
  return {
    caFile,
    ca: readFileSync(caFile, 'utf8'),
    issue(name, addresses) {
      const [cert, key, request, extension] = ['crt', 'key', 'csr', 'ext'].map((end) => path(`${name}.${end}`)) as [
        string,
        string,
        string,
        string,
      ]
      openssl('req', ...newKey, '-subj', `/CN=${name}`, '-keyout', key, '-out', request)
      writeFileSync(extension, addresses ? `subjectAltName=${addresses}\n` : 'extendedKeyUsage=clientAuth\n')
      const signer = ['-CA', caFile, '-CAkey', caKey, '-CAcreateserial', '-days', '2']
      openssl('x509', '-req', '-in', request, ...signer, '-extfile', extension, '-out', cert)
      return { cert, key }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The contents of the files, as a client of TLS passes them. */
export const readCertificate = ({ cert, key }: Certificate): Certificate => ({
  cert: readFileSync(cert, 'utf8'),
  key: readFileSync(key, 'utf8'),
})
