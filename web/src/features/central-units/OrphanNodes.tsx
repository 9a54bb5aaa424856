import { useTranslation } from 'react-i18next'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { pathTo } from '../../site-map.ts'
import { UnitSection } from './UnitSection.tsx'
import type { CurrentUnit } from './use-unit.ts'

/** Unlisted nodes with an answer on the network, with the way to add them. */
export function OrphanNodes({ open: { detail, topic } }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const nodes = (detail?.orphanNodes ?? []).map((serial) => ({ serial }))
  return (
    <UnitSection title={t('orphans.title')} aside={detail ? String(nodes.length) : t('unknown')}>
      {nodes.length === 0 ? (
        <p>{detail ? t('orphans.none') : t('orphans.untold')}</p>
      ) : (
        <>
          <p>{t('orphans.text', { count: nodes.length })}</p>
          <DataTable
            name="orphan-nodes"
            param="orphan"
            label={t('orphans.title')}
            rows={nodes}
            rowKey={({ serial }) => serial}
            columns={[
              {
                id: 'serial',
                header: t('fact.serial'),
                cell: ({ serial }) => serial,
                value: ({ serial }) => serial,
              },
            ]}
            listLine={({ serial }) => ({ title: serial })}
            empty={null}
          />
          <AppLink
            to={pathTo(
              'configureUnit',
              { plantId, unit: topic },
              { mode: 'appendSerials', step: 'lamps', orphans: '1' },
            )}
          >
            {t('orphans.add')}
          </AppLink>
        </>
      )}
    </UnitSection>
  )
}
