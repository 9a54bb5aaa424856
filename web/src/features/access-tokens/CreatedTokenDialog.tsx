import type { CreatedToken } from './NewToken.tsx'
import { TokenOnce, type TokenOnceProps } from './TokenOnce.tsx'
import { TokenShownBefore } from './TokenShownBefore.tsx'

type CreatedTokenDialogProps = Omit<TokenOnceProps, 'accessToken'> & { created: CreatedToken }

/** Shows a created token's text, or a note about an earlier display. */
export function CreatedTokenDialog({ created: { accessToken, token }, ...props }: CreatedTokenDialogProps) {
  if (token === null) return <TokenShownBefore accessToken={accessToken} {...props} />
  return <TokenOnce accessToken={accessToken} token={token} {...props} />
}
