import { team } from 'common/data.mjs';
import { tableText, text } from 'common/text.mjs';
import CopyLink from 'common/react/CopyLink.jsx';
import Header from 'common/react/Header.jsx';
import SideMenu from 'common/react/SideMenu.jsx';
import TeamTable from 'common/react/TeamTable.jsx';
import Tiles from 'common/react/Tiles.jsx';

export const dynamic = 'force-dynamic';

export default function Page() {
  return (
    <>
      <Header text={text} user={team.user} />
      <SideMenu />
      <main>
        <h1>{text.title}</h1>
        <CopyLink text={text} link={team.invite} />
        <Tiles totals={team.totals} />
        <TeamTable rows={team.rows} text={tableText} />
      </main>
    </>
  );
}
