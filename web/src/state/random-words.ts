/** Words for the shuffle and names for newcomers. */
const WORDS = `
  ame aoi asa ashita awa beni biwa budo chiri cha daisu edo ema fude fuji fumi fune furo fuyu gin haiku
  hana haru hashi hato hikari hina hira hoshi ichi ike ima inu ishi ito iwa kaede kagi kai kaki kame kami
  karasu kasa kawa kaze kiku kin kinu kiri kita koi koma koto kozo kumo kuri kusa machi maru matsu mayu
  michi midori mika mikan mina minato miso mizu mochi mori momo mugi nami nara nashi natsu neko niji niwa
  nori obi oto ran rei ren sai saku sakura sama sango sato seki sen shika shima shiro sora sumi sumire
  suna suzu tabi take taki tama tane tanuki tea toki tora tori tsubaki tsuki tsuru ume umi usagi uta wara
  washi yado yama yanagi yoru yuki yuri yuzu zabuton zen`
  .trim()
  .split(/\s+/);
const NAMES = (
  "Aki Akane Aoi Asa Ayame Chie Chiyo Emi Fumi Hana Haru Hibiki Hikari Hina Hotaru Iroha Itsuki Kaede Kaho Kanna " +
  "Kasumi Kiku Kohaku Koharu Kotone Mai Mayu Mei Michi Mio Miyu Momiji Nagi Nana Nao Natsu Nozomi Rei Ren Riko Rin " +
  "Sachi Saki Sakura Sayo Shiori Sora Subaru Sumi Suzu Tama Toki Tomo Ume Wakana Yae Yori Yui Yuki Yuzu"
).split(" ");

function any(list: readonly string[]): string {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return list[drawn % list.length] ?? "";
}

export const threeWords = (): string => [any(WORDS), any(WORDS), any(WORDS)].join(" ");
export const aName = (): string => any(NAMES);
