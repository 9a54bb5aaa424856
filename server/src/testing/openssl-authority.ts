import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const configOf = (folder: string): string => `
[req]
distinguished_name = dn
[dn]
[ca]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[tsa]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[plain]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
[ts]
serial = ${join(folder, 'serial')}
crypto_device = builtin
signer_digest = sha512
default_policy = 1.2.3.4.1
digests = sha256
tsa_name = yes
ess_cert_id_alg = sha256
`

const tenYears = 3650

/** Options of a certificate: issuer, key, purpose, and days. */
type Issued = { by?: string; key?: string; as?: 'tsa' | 'ca' | 'plain'; days?: number }

/** Certificates and time stamps made by openssl, in a separate folder. */
export const opensslAuthority = () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-stamps-'))
  const openssl = (args: string): void =>
    void execFileSync('openssl', args.split(' '), { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] })
  const read = (name: string): Buffer => readFileSync(join(folder, name))
  writeFileSync(join(folder, 'ts.cnf'), configOf(folder))
  writeFileSync(join(folder, 'serial'), '01\n')
  /** Answers an RFC 3161 query signed by this certificate, as a whole answer or only the token. */
  const answer = (
    query: Buffer,
    signer: string,
    { chain, token }: { chain?: string; token?: boolean } = {},
  ): Buffer => {
    writeFileSync(join(folder, 'query'), query)
    const responseOptions = `${chain ? ` -chain ${chain}.pem` : ''}${token ? ' -token_out' : ''}`
    const signingArgs = `-signer ${signer}.pem -inkey ${signer}.key`
    openssl(`ts -reply -config ts.cnf -section ts -queryfile query ${signingArgs}${responseOptions} -out answer`)
    return read('answer')
  }
  return {
    openssl,
    read,
    answer,
    root(name: string): void {
      const subject = `-subj /O=Vigilux/CN=${name} -config ts.cnf -extensions ca`
      openssl(`req -x509 -newkey rsa:2048 -nodes -keyout ${name}.key -out ${name}.pem -days ${tenYears} ${subject}`)
    },
    issue(
      name: string,
      { by: issuer = 'root', key = 'ec -pkeyopt ec_paramgen_curve:P-256', ...certificateOptions }: Issued = {},
    ): void {
      const { as: signerName = 'tsa', days = tenYears } = certificateOptions
      openssl(
        `req -newkey ${key} -nodes -keyout ${name}.key -out ${name}.csr -subj /O=Vigilux/CN=${name} -config ts.cnf`,
      )
      const ca = `-CA ${issuer}.pem -CAkey ${issuer}.key -CAcreateserial`
      openssl(
        `x509 -req -in ${name}.csr ${ca} -out ${name}.pem -days ${days} -extfile ts.cnf -extensions ${signerName}`,
      )
    },
    /** The token over a text. */
    stamp(text: string, signer: string, chain?: string): Buffer {
      writeFileSync(join(folder, 'text'), text)
      openssl('ts -query -data text -sha256 -cert -out asked')
      return answer(read('asked'), signer, { token: true, ...(chain && { chain }) })
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
