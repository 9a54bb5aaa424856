import { Button, Menu } from '@mantine/core'
import { IconChecklist, IconDownload, IconPlus, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { useDownload } from '../../shared/api/download.ts'
import { useAction } from '../../shared/api/use-action.ts'
import { Answered } from '../../shared/feedback/Answered.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'
import { later } from '../../shared/later.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { mayChange } from '../../shared/plant/may-change.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { Entries } from './Entries.tsx'
import { LogbookBand } from './LogbookBand.tsx'
import { LogbookPdf } from './LogbookPdf.tsx'
import './logbook.css'

const AddEntryDialog = later(async () => (await import('./AddEntryDialog.tsx')).AddEntryDialog)

/** "Central European Time": the zone of all times on the page, as the language names it. */
const zoneIn = (locale: string, timeZone: string): string => {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

/** The plant's logbook: what the law wants of it, its entries in order of their numbers, and the seal over all of them. */
export function LogbookPage() {
  const { t } = useTranslation('logbook')
  const { plantId, plant } = useOpenPlant()
  const { number, day } = useFormats(plant.timezone)
  const locale = formatLocale(useLanguage())
  const [adding, setAdding] = useState(false)
  const state = useAction('getLogbookState', { plantId })
  const first = useAction('getLogbookDetails', { plantId, pageSize: 1 })
  const save = useDownload(async () => ({ ...(await call('exportLogbook', { plantId })), bytes: 0 }))
  const since = first.data?.since
  const facts = [
    since && t('entriesSince', { total: number(state.data?.head.no ?? first.data?.head.no ?? 0), day: day(since) }),
    state.data && (state.data.responsible ? t('responsible', { name: state.data.responsible }) : t('noResponsible')),
    zoneIn(locale, plant.timezone),
  ].filter(Boolean)
  return (
    <>
      <PageHeader
        title={t('title')}
        facts={facts.map((fact) => <span key={String(fact)}>{fact}</span>)}
        more={
          <>
            <Menu.Item
              component="a"
              href={`#${pathTo('handover', { plantId })}`}
              leftSection={<IconChecklist size={16} aria-hidden />}
            >
              {t('handover')}
            </Menu.Item>
            <Menu.Item
              component="a"
              href={`#${pathTo('verify')}`}
              leftSection={<IconShieldCheck size={16} aria-hidden />}
            >
              {t('verify')}
            </Menu.Item>
          </>
        }
        actions={
          <>
            <LogbookPdf />
            <ReasonButton
              variant="default"
              loading={save.isPending}
              onClick={() => save.mutate()}
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t('sealedExport')}
            </ReasonButton>
            {mayChange(plant, 'plant.operate') ? (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
                {t('addEntry')}
              </Button>
            ) : null}
          </>
        }
      />
      <FormFailure error={save.error} />
      <Answered query={state}>{(known) => <LogbookBand state={known} />}</Answered>
      <Entries newest={state.data?.head.no ?? 0} />
      {adding ? <AddEntryDialog onClose={() => setAdding(false)} /> : null}
    </>
  )
}
