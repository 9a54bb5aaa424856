import type { AccessToken } from '@vigilux/contract/features/access-tokens/access-token.ts'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { Formats } from '../../shared/format/format.ts'
import { TimeText } from '../../shared/format/RelativeTime.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import * as styles from './access-tokens.module.css'
import { TokenEnd, TokenState } from './TokenEnd.tsx'
import { stateOf } from './token-state.ts'
import type { useTokenTexts } from './use-token-texts.ts'

export type TokenColumnTexts = ReturnType<typeof useTokenTexts> & {
  t: TFunction<'access-tokens'>
  date: Formats['date']
  timeZone: string
  now: number
  /** The tokens of a plant have a column of makers, those of a person a column of plants. */
  isOfPlant: boolean
  actionsOf: (token: AccessToken) => ReactNode
}

/** No column is sorted: ended tokens stay at the end. */
export const tokenColumns = (texts: TokenColumnTexts): Column<AccessToken>[] => {
  const { t, date, timeZone, now, isOfPlant, actionsOf, scopesText, plantsText } = texts
  const headers = {
    name: t('word.name'),
    madeAt: t('column.madeAt'),
    plants: t('word.plants'),
    maker: t('column.maker'),
    scopes: t('column.scopes'),
    lastUsed: t('column.lastUsed'),
    validUntil: t('column.validUntil'),
    state: t('word.state'),
    do: t('column.do'),
  }
  const column = (
    id: keyof typeof headers,
    parts: Omit<Column<AccessToken>, 'id' | 'header'>,
  ): Column<AccessToken> => ({
    id,
    header: headers[id],
    sortable: false,
    ...parts,
  })
  return [
    column('name', {
      value: ({ name }) => name,
      cell: ({ name, madeAt }) => (
        <span className={`${styles.tokenLines} ${styles.tokenName}`}>
          <b>{name}</b>
          <span>{t('created', { date: date(madeAt) })}</span>
        </span>
      ),
    }),
    column('madeAt', { hidden: true, value: ({ madeAt }) => madeAt, cell: ({ madeAt }) => date(madeAt) }),
    isOfPlant
      ? column('maker', { value: ({ maker }) => maker.name, cell: ({ maker }) => maker.name })
      : column('plants', { value: plantsText, cell: plantsText }),
    column('scopes', { value: scopesText, cell: scopesText }),
    column('lastUsed', {
      width: 130,
      value: ({ lastUsedAt }) => lastUsedAt,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <TimeText at={lastUsedAt} timeZone={timeZone} /> : t('word.never')),
    }),
    column('validUntil', {
      width: 190,
      value: ({ end, expiresAt }) => end?.at ?? expiresAt,
      cell: (token) => <TokenEnd token={token} timeZone={timeZone} now={now} />,
    }),
    column('state', {
      width: 120,
      value: (token) => t(`state.${stateOf(token, now)}`),
      cell: (token) => <TokenState token={token} now={now} />,
    }),
    column('do', { width: 120, cell: actionsOf }),
  ]
}
