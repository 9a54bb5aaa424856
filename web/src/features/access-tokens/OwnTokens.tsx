import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import * as styles from './access-tokens.module.css'
import { CreatedTokenDialog } from './CreatedTokenDialog.tsx'
import { type CreatedToken, NewToken } from './NewToken.tsx'
import { NewTokenButton } from './NewTokenButton.tsx'
import { ProgramsCard } from './ProgramsCard.tsx'
import { TokenList } from './TokenList.tsx'
import { endOf } from './token-state.ts'

/** The tokens by which programs act as the signed-in person. */
export function OwnTokens() {
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<CreatedToken>()
  return (
    <div className={styles.tokens}>
      <AnswerBoundary>
        <Tokens onCreate={() => setCreating(true)} />
      </AnswerBoundary>
      <ProgramsCard />
      {isCreating ? (
        <NewToken
          onClose={(createdToken) => {
            setCreating(false)
            setCreated(createdToken)
          }}
        />
      ) : null}
      {created ? (
        <CreatedTokenDialog created={created} timeZone={browserTimeZone} onClose={() => setCreated(undefined)} />
      ) : null}
    </div>
  )
}

function Tokens({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation('access-tokens')
  const { tokens } = useAnswer('getAccessTokens', {})
  const valid = tokens.filter((token) => !endOf(token, Date.now()))
  const create = <NewTokenButton ownTokens={valid.length} onClick={onCreate} />
  return (
    <>
      <header className={styles.tokensHead}>
        <h2>{t('title')}</h2>
        {tokens.length > 0 ? create : null}
        <p>{t('text')}</p>
      </header>
      <TokenList tokens={tokens} timeZone={browserTimeZone} mayRevoke create={create} />
    </>
  )
}
