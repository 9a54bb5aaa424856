import { IconKey } from '@tabler/icons-react'
import type { AccessToken } from '@vigilux/contract/features/access-tokens/access-token.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { TimeText, useNow } from '../../shared/format/RelativeTime.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import * as styles from './access-tokens.module.css'
import { RevokeToken } from './RevokeToken.tsx'
import { TokenEnd, TokenState } from './TokenEnd.tsx'
import { tokenColumns } from './token-columns.tsx'
import { endOf, orderTokens } from './token-state.ts'
import { useTokenTexts } from './use-token-texts.ts'

type TokenListProps = {
  tokens: readonly AccessToken[]
  /** The plant whose tokens they are; without it they are the person's own. */
  plantId?: string
  timeZone: string
  mayRevoke: boolean
  /** Shown in the empty list: the button for a new token. */
  create: ReactNode
}

/** Access tokens, the ended ones last. */
export function TokenList({ tokens, plantId, timeZone, mayRevoke, create }: TokenListProps) {
  const { t } = useTranslation('access-tokens')
  const { date } = useFormats(timeZone)
  const texts = useTokenTexts()
  const now = useNow(60_000)
  const isOfPlant = plantId !== undefined
  const actionsOf = (token: AccessToken) =>
    mayRevoke && !endOf(token, now) ? <RevokeToken token={token} plantId={plantId} /> : null
  const columns = tokenColumns({ ...texts, t, date, timeZone, now, isOfPlant, actionsOf })
  return (
    <DataTable
      name={isOfPlant ? 'plant-access-tokens' : 'access-tokens'}
      label={t(isOfPlant ? 'plantTitle' : 'title')}
      rows={orderTokens(tokens, now)}
      columns={columns.filter(({ id }) => id !== 'do' || mayRevoke)}
      rowKey={({ id }) => id}
      twoLines
      // Each row has its place at once: a new token is first, and an ended one moves to the end.
      growing
      listLine={(token) => ({
        title: token.name,
        state: <TokenState token={token} now={now} />,
        detail: `${texts.scopesText(token)} · ${isOfPlant ? token.maker.name : texts.plantsText(token)}`,
        more: (
          <span className={styles.tokenFacts}>
            <TokenEnd token={token} timeZone={timeZone} now={now} />
            <span className={styles.tokenLines}>
              <span>{t('column.lastUsed')}</span>
              <span>{token.lastUsedAt ? <TimeText at={token.lastUsedAt} timeZone={timeZone} /> : t('word.never')}</span>
            </span>
            {actionsOf(token)}
          </span>
        ),
      })}
      empty={
        <div className="vx-card">
          <EmptyState icon={IconKey} title={t('noneTitle')} action={create}>
            {t(mayRevoke ? 'noneText' : 'noneToRead')}
          </EmptyState>
        </div>
      }
    />
  )
}
