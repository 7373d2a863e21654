// A game in which one thing can be done, on boardgame.io's server with its defaults: benchmarks/load.py measures it.
const { Origins, Server } = require("boardgame.io/server");

const trivial = {
    name: "trivial",
    setup: () => ({ count: 0 }),
    moves: { tick: ({ G }) => { G.count += 1; } },
    turn: { minMoves: 1, maxMoves: 1 },
};
const server = Server({ games: [trivial], origins: [Origins.LOCALHOST] });
server.run({ port: 0 }).then(({ appServer }) => console.log(`http://127.0.0.1:${appServer.address().port}/`));
