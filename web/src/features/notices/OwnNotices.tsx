import { IconBell } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import type { OwnPlantNotices } from '@vigilux/contract/features/notices/notice.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import { pageSize } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import * as styles from './notices.module.css'
import { PushSwitch } from './PushSwitch.tsx'

/** A plant's notice settings in one sentence: everything, nothing and why, or the exceptions. */
function useNoticeSummary() {
  const { t } = useTranslation('notices')
  const list = new Intl.ListFormat(useLanguage(), { type: 'conjunction' })
  return ({ plantOn, settings: { on, kinds } }: OwnPlantNotices): string => {
    if (!plantOn) return t('own.plantOff')
    if (!on) return t('own.off')
    const mailOff = kinds.filter(({ mail }) => !mail).map(({ kind }) => t(`name.${kind}`))
    return mailOff.length === 0 ? t('own.all') : t('own.without', { kinds: list.format(mailOff) })
  }
}

const OwnNoticesDialog = lazy(async () => (await import('./OwnNoticesDialog.tsx')).OwnNoticesDialog)

const exportPageRows = 1000

const allPlants = (search: string) =>
  allPages(async (page) => {
    const { plants: rows, total } = await call('getOwnNoticeSettings', { search, page, pageSize: exportPageRows })
    return { rows, total }
  })

/** The person's notice settings for each own plant; a press opens them. */
export function OwnNotices() {
  const { t } = useTranslation('notices')
  const [{ page, search: searchText }] = useTableState()
  const search = searchText.slice(0, 80)
  return (
    <section className={styles.ownNotices}>
      <PushSwitch />
      <p>{t('own.text')}</p>
      <AnswerBoundary>
        <OwnPlants search={search} page={page} />
      </AnswerBoundary>
    </section>
  )
}

function OwnPlants({ search, page }: { search: string; page: number }) {
  const { t } = useTranslation('notices')
  const summaryOf = useNoticeSummary()
  const [open, setOpen] = useState<OwnPlantNotices>()
  const { plants, total } = useAnswer(
    'getOwnNoticeSettings',
    { search, page, pageSize },
    { placeholderData: keepPreviousData },
  )
  return (
    <>
      <DataTable
        name="own-notices"
        label={t('own.title')}
        rows={plants}
        rowKey={({ plant_id }) => plant_id}
        twoLines
        onOpen={setOpen}
        openKey={open?.plant_id}
        searchPlaceholder={t('word.plant')}
        columns={[
          {
            id: 'plant',
            header: t('word.plant'),
            sortable: false,
            value: ({ plantname }) => plantname,
            cell: ({ plantname, city }) => (
              <span className={tableStyles.twoLines}>
                <b>{plantname}</b>
                <span>{city}</span>
              </span>
            ),
          },
          { id: 'told', header: t('own.told'), sortable: false, value: summaryOf, cell: summaryOf },
        ]}
        listLine={(plant) => ({ title: plant.plantname, detail: plant.city, more: <small>{summaryOf(plant)}</small> })}
        remote={{ total, exportRows: () => allPlants(search) }}
        empty={
          <div className="vx-card">
            <EmptyState icon={IconBell} title={t('own.noneTitle')}>
              {t('own.noneText')}
            </EmptyState>
          </div>
        }
      />
      {open ? <OwnNoticesDialog plant={open} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}
