export { BatteriesDue } from './BatteriesDue.tsx'
