import { TextInput } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import type { SerialFault } from '@vigilux/contract/features/configuration/serial-list.rules.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { lampRanges } from '../../shared/plant/lamp-ranges.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import * as styles from './configuration.module.css'
import { type Draft, spreadSerials } from './draft.ts'

type ChooseProps = {
  mode: 'delete' | 'substitute'
  lamps: readonly Lamp[]
  chosen: readonly number[]
  onChoose: (addrs: readonly number[]) => void
}

/** Picks lamps to remove or replace from the unit's list. */
export function ChooseLamps({ mode, lamps, chosen, onChoose }: ChooseProps) {
  const { t } = useTranslation('configuration')
  if (lamps.length === 0)
    return (
      <EmptyState icon={IconBulb} title={t('choose.noneTitle')}>
        {t('choose.noneText')}
      </EmptyState>
    )
  return (
    <>
      <p role="status">
        {chosen.length === 0
          ? t('choose.nothing')
          : t('choose.chosen', { count: chosen.length, lamps: lampRanges(chosen) })}
      </p>
      <DataTable
        name="configure-lamps"
        param="choose"
        label={t('choose.label')}
        rows={lamps}
        rowKey={({ id }) => String(id)}
        searchText={({ id, serial, description, location }) => `${lampNumber(id)} ${serial} ${description} ${location}`}
        columns={[
          { id: 'number', header: t('word.numberShort'), cell: ({ id }) => lampNumber(id), value: ({ id }) => id },
          { id: 'serial', header: t('word.serial'), cell: ({ serial }) => serial, value: ({ serial }) => serial },
          {
            id: 'description',
            header: t('word.description'),
            cell: ({ description, location }) => [description, location].filter(Boolean).join(' · '),
            value: ({ description }) => description,
            cut: true,
          },
        ]}
        listLine={(lamp) => ({ title: lampNumber(lamp.id), detail: lamp.description, value: lamp.serial })}
        selection={{
          label: ({ id }) => t('choose.select', { number: lampNumber(id) }),
          actions: (selected, clear) => (
            <ReasonButton
              variant="default"
              size="compact-md"
              onClick={() => {
                onChoose(selected.map(({ id }) => id).sort((a, b) => a - b))
                clear()
              }}
            >
              {t(mode === 'delete' ? 'choose.delete' : 'choose.substitute', { count: selected.length })}
            </ReasonButton>
          ),
        }}
        empty={null}
      />
    </>
  )
}

type NewSerialsProps = {
  draft: Draft
  lamps: readonly Lamp[]
  /** Faults by index in the list of chosen lamps, from 1. */
  faults: ReadonlyMap<number, SerialFault>
  onChange: (serials: Draft['serials']) => void
}

/** The new serial of each chosen lamp; a pasted list fills the following fields. */
export function NewSerials({ draft, lamps, faults, onChange }: NewSerialsProps) {
  const { t } = useTranslation('configuration')
  const serialOf = new Map(lamps.map(({ id, serial }) => [id, serial]))
  return (
    <div className={styles.newSerials}>
      {draft.addrs.map((addr, at) => {
        const serial = serialOf.get(addr)
        const number = lampNumber(addr)
        const fault = draft.serials[addr] ? faults.get(at + 1) : undefined
        return (
          <TextInput
            key={addr}
            className={layoutStyles.serial}
            label={serial ? t('substitute.label', { number, serial }) : t('word.lampNumber', { number })}
            autoComplete="off"
            spellCheck={false}
            value={draft.serials[addr] ?? ''}
            error={fault ? t(`fault.${fault}`, { digits: '6 / 8' }) : undefined}
            onChange={(event) => onChange({ ...draft.serials, [addr]: event.currentTarget.value })}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text')
              if (!/[\s,;]/.test(text.trim())) return
              event.preventDefault()
              onChange(spreadSerials(draft, addr, text))
            }}
          />
        )
      })}
    </div>
  )
}
