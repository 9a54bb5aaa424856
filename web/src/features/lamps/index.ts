export { lampNumber } from './lamp-lists.ts'
