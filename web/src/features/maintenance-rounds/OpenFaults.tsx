import { IconCircleCheck } from '@tabler/icons-react'
import type { OpenFault, Round } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { serialOf, useWhyNotAllowed } from '../central-units/index.ts'
import * as styles from './maintenance-rounds.module.css'
import { PlanDialog } from './PlanDialog.tsx'
import {
  failedTestText,
  faultKey,
  faultText,
  floorText,
  nameOf,
  placeOf,
  type RoundTexts,
  useRoundTexts,
} from './round-texts.ts'

const noteOf = (fault: OpenFault, texts: RoundTexts): string => {
  const { unproven, left: leftReason } = fault
  const { t } = texts
  return [
    failedTestText(fault, texts),
    unproven && t('faults.unproven'),
    leftReason && t('leftBefore', { reason: t(`notNowReason.${leftReason}`) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

const describePlaceOf = (fault: OpenFault, texts: RoundTexts): string =>
  [fault.floor || fault.building ? floorText(fault, texts) : '', placeOf(fault)].filter(Boolean).join(' · ')

const columnsOf = (texts: RoundTexts): Column<OpenFault>[] => {
  const { t } = texts
  return [
    {
      id: 'device',
      header: t('word.device'),
      cell: (row) => <b>{nameOf(row, texts)}</b>,
      value: (row) => nameOf(row, texts),
    },
    {
      id: 'fault',
      header: t('word.fault'),
      cell: (row) => (
        <>
          <StatusInline state="error" cause={faultText(row)} />
          {noteOf(row, texts) ? <small className={styles.roundsNote}>{noteOf(row, texts)}</small> : null}
        </>
      ),
      value: faultText,
    },
    {
      id: 'place',
      header: t('word.place'),
      cut: true,
      cell: (row) => describePlaceOf(row, texts) || '–',
      value: (row) => describePlaceOf(row, texts),
    },
    { id: 'unit', header: t('word.unit'), cell: (row) => serialOf(row.topic), value: (row) => serialOf(row.topic) },
    {
      id: 'part',
      header: t('faults.part'),
      cell: (row) => row.part?.code ?? '–',
      value: (row) => row.part?.code ?? '',
    },
  ]
}

/** The faults of the lamps in a link for planning a round; undefined when it names no existing one. */
function useRequestedFaults(faults: readonly OpenFault[], plan: string | undefined): readonly OpenFault[] | undefined {
  return useMemo(() => {
    const lamps = new Set((plan ?? '').split(','))
    const selectedFaults = faults.filter(({ topic, lamp }) => lamps.has(`${topic}.${lamp}`))
    return selectedFaults.length > 0 ? selectedFaults : undefined
  }, [faults, plan])
}

/** Open faults outside all rounds, selectable for a round. */
export function OpenFaults({ openRounds }: { openRounds: readonly Round[] }) {
  const { t } = useTranslation('maintenance-rounds')
  const { plantId } = useCurrentPlant()
  const { faults, total } = useAnswer('getOpenFaults', { plantId })
  const texts = useRoundTexts()
  const blockedReason = useWhyNotAllowed()
  const [search, setSearch] = useSearchParams()
  const [selected, setSelected] = useState<readonly OpenFault[]>()
  const requestedFaults = useRequestedFaults(faults, search.plan)
  const chosen = selected ?? requestedFaults
  const close = () => {
    setSelected(undefined)
    setSearch({ plan: undefined })
  }
  const columns = useMemo(() => columnsOf(texts), [texts])
  const { number } = texts.formats
  return (
    <section className={styles.roundsFaults} aria-label={t('faults.title')}>
      <h2>{t('faults.title')}</h2>
      {total > faults.length ? (
        <p className="vx-hint">{t('faults.more', { shown: number(faults.length), total: number(total) })}</p>
      ) : null}
      <DataTable
        name="open-faults"
        label={t('faults.title')}
        rows={faults}
        columns={columns}
        rowKey={faultKey}
        twoLines
        searchText={(row) =>
          [nameOf(row, texts), row.serial, faultText(row), describePlaceOf(row, texts), row.part?.code].join(' ')
        }
        searchPlaceholder={t('word.numberPlaceOrSerial')}
        listLine={(row) => ({
          title: nameOf(row, texts),
          state: <StatusInline state="error" cause={faultText(row)} />,
          detail: [describePlaceOf(row, texts), row.of === 'lamp' && serialOf(row.topic), noteOf(row, texts)]
            .filter(Boolean)
            .join(' · '),
          value: row.part?.code ?? '',
        })}
        tools={
          <ReasonButton
            blockedReason={blockedReason ?? (faults.length === 0 ? t('faults.none') : undefined)}
            onClick={() => setSelected(faults)}
          >
            {t('word.planARound')}
          </ReasonButton>
        }
        selection={{
          label: (row) => t('faults.select', { name: `${nameOf(row, texts)}, ${faultText(row)}` }),
          actions: (rows, clear) => (
            <ReasonButton
              blockedReason={blockedReason}
              onClick={() => {
                setSelected(rows)
                clear()
              }}
            >
              {t('word.planARound')}
            </ReasonButton>
          ),
        }}
        empty={
          <div className="vx-card">
            <EmptyState icon={IconCircleCheck} title={t('faults.none')}>
              {t('faults.noneText')}
            </EmptyState>
          </div>
        }
      />
      {chosen ? <PlanDialog chosen={chosen} open={faults} openRounds={openRounds} onClose={close} /> : null}
    </section>
  )
}
