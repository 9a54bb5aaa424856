import { IconFileTypePdf } from '@tabler/icons-react'
import type { PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { MakingFor } from './RegisterButton.tsx'
import * as styles from './registers.module.css'
import { useRegister } from './use-register.ts'

/** The registers of several plants as PDF: one press makes and saves one. */
export function RegistersCard({ plants }: { plants: readonly PlantSummary[] }) {
  const { t } = useTranslation('reports')
  return (
    <section className="vx-card" aria-label={t('registers')}>
      <ul className={styles.registers}>
        {plants.map((plant) => (
          <Register key={plant.plant_id} plant={plant} />
        ))}
      </ul>
    </section>
  )
}

function Register({ plant }: { plant: PlantSummary }) {
  const { t } = useTranslation('reports')
  const register = useRegister(plant)
  return (
    <li>
      <button
        type="button"
        aria-disabled={register.isPending || undefined}
        onClick={() => (register.isPending ? undefined : register.mutate())}
      >
        <IconFileTypePdf size={18} stroke={1.8} aria-hidden />
        <span>
          <b>{t('registerOf', { plant: plant.plantname })}</b>
          <small>{register.isPending ? <MakingFor since={register.submittedAt} /> : t('asOfNow')}</small>
        </span>
        <span>PDF</span>
      </button>
      <FormFailure error={register.error} />
    </li>
  )
}
