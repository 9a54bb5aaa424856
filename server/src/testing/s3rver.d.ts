/** Types of the package, as far as the tests need them; it has none. */
declare module '@20minutes/s3rver' {
  class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      allowMismatchedSignatures: boolean
      directory: string
      configureBuckets: { name: string; configs: string[] }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
  export = S3rver
}
