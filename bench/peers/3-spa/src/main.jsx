import 'common/page.css';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { tableText, text } from 'common/text.mjs';
import CopyLink from 'common/react/CopyLink.jsx';
import Header from 'common/react/Header.jsx';
import SideMenu from 'common/react/SideMenu.jsx';
import TeamTable from 'common/react/TeamTable.jsx';
import Tiles from 'common/react/Tiles.jsx';

const data = fetch('/api/team').then((r) => r.json());

function Page() {
  const [team, setTeam] = useState(null);
  useEffect(() => void data.then(setTeam), []);
  if (!team) return null;
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

createRoot(document.getElementById('root')).render(<Page />);
