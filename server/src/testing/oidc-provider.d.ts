/** Types of the package, as far as the tests need them; it has none. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }
  type Context = {
    oidc: {
      client: { clientId: string }
      session: { accountId: string }
      provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant }
    }
  }
  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>
  }
  export type { Context, Grant }
}
