import { userInfo } from 'node:os';
import { carryOut } from './carry-out.ts';
import { tell, withHouse } from './with-house.ts';

const argv = process.argv.slice(2).filter((word) => word !== '--json');

await tell(process.argv.includes('--json'), () => withHouse((house) => carryOut(house, argv, userInfo().username)));
