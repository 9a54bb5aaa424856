import type { ListedUser } from '@vigilux/contract/features/accounts/account.ts'
import type { useTranslation } from 'react-i18next'
import type { Formats } from '../../shared/format/format.ts'
import { AppLink } from '../../shared/navigation.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import type { Column } from '../../shared/table/table-model.ts'
import { pathTo } from '../../site-map.ts'
import { VatWarning } from './VatNote.tsx'

type Translate = ReturnType<typeof useTranslation<'accounts'>>['t']

export const fullName = ({ name, surname }: ListedUser): string => `${name} ${surname}`

/** The office's account columns, followed by the page's own. */
export function userColumns(
  t: Translate,
  { date, country }: Formats,
  last: readonly Column<ListedUser>[],
): Column<ListedUser>[] {
  return [
    {
      id: 'name',
      header: t('word.person'),
      value: fullName,
      sortable: false,
      cell: (user) => (
        <span className={tableStyles.twoLines}>
          <b>
            <AppLink to={pathTo('userProfile', { userId: user.userid })}>{fullName(user)}</AppLink>
          </b>
          <span>{user.email}</span>
        </span>
      ),
    },
    {
      id: 'email',
      header: t('word.email'),
      value: ({ email }) => email,
      sortable: false,
      hidden: true,
      cell: () => null,
    },
    {
      id: 'businessname',
      header: t('fields.businessname'),
      value: ({ businessname }) => businessname,
      sortable: false,
      cell: (user) => (
        <span className={tableStyles.twoLines}>
          <span className={tableStyles.plain}>{user.businessname || '–'}</span>
          <span>
            {user.piva} <VatWarning user={user} />
          </span>
        </span>
      ),
    },
    {
      id: 'piva',
      header: t('fields.piva'),
      value: ({ piva }) => piva,
      sortable: false,
      hidden: true,
      cell: () => null,
    },
    {
      id: 'city',
      header: t('word.city'),
      value: ({ city, country: code }) => [city, code && country(code)].filter(Boolean).join(', '),
      sortable: false,
      cell: ({ city, country: code }) => [city, code && country(code)].filter(Boolean).join(', ') || '–',
    },
    {
      id: 'phone',
      header: t('fields.phone'),
      value: ({ phone }) => phone,
      sortable: false,
      cell: ({ phone }) => phone || '–',
    },
    {
      id: 'since',
      header: t('pending.since'),
      value: ({ created_at }) => created_at,
      sortable: false,
      cell: ({ created_at }) => <span className={tableStyles.oneLine}>{date(created_at)}</span>,
    },
    ...last,
  ]
}
