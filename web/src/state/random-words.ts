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
/** So many that two of a full evening seldom have the same. */
const NAMES = `
  Aiko Akane Akari Aki Akiko Akio Akira Amane Ami Anzu Aoba Aoi Arata Arisa Asa Asahi Asami Asuka Atsuko Aya
  Ayaka Ayame Ayumi Azusa Chie Chihiro Chika Chinatsu Chitose Chiyo Daichi Eiko Emi Emiko Etsu Fuji Fuka
  Fumi Fumiko Fuyu Fuyuko Gin Hajime Hana Hanae Haru Haruka Haruki Haruto Hatsu Hayate Hazuki Hibiki Hideko
  Hikari Hikaru Himari Hina Hinako Hinata Hiro Hiroko Hisa Hisako Hitomi Homare Honoka Hotaru Ibuki Ichika
  Inori Iroha Isamu Itsuki Izumi Jun Junko Kaede Kaho Kana Kanae Kanako Kanna Kaori Kaoru Karin Kasumi Katsu
  Kaya Kazue Kazuki Kei Keiko Kiku Kimi Kinu Kiyo Kiyomi Kohaku Koharu Kokoro Komachi Konomi Koto Kotone
  Kozue Kumi Kumiko Kurumi Kyo Kyoko Madoka Mahiro Mai Maiko Maki Mako Mana Manami Mao Mari Mariko Masa
  Masami Matsu Mayu Mayumi Megumi Mei Michi Michiko Midori Miho Mika Miki Mikoto Minami Minato Mio Misaki
  Mitsu Miu Miwa Miyabi Miyako Miyu Mizuki Moe Momiji Momo Momoka Mutsumi Nagi Nagisa Nami Nana Nanako
  Nanami Nao Naoko Naomi Narumi Natsu Natsuki Natsumi Nene Niko Noa Nobu Nodoka Noriko Nozomi Otoha Ran
  Ranko Rei Reiko Ren Rena Rika Riko Rin Rina Rio Risa Rui Ruka Rumi Ruri Ryo Ryoko Sachi Sachiko Sae Saki
  Sakura Saori Sara Satoko Satoru Satsuki Sawa Saya Sayaka Sayo Sayuri Seiko Sena Setsu Shigure Shiho Shiki
  Shino Shinobu Shiori Shizu Shizuka Sora Subaru Sumi Sumika Sumire Suzu Suzuka Suzume Tae Taiyo Takara
  Takumi Tama Tamaki Tami Tatsuki Teru Toki Tomo Tomoe Tomoka Tomoko Tomoyo Tora Tsubaki Tsubame Tsugumi
  Tsukasa Tsumugi Tsuru Ume Umeko Umi Urara Uta Waka Wakaba Wakana Yae Yasu Yayoi Yoko Yori Yoru Yoshi
  Yoshino Yua Yui Yuika Yuka Yukari Yuki Yukiko Yuko Yume Yumi Yuna Yuri Yutaka Yuu Yuzu Yuzuki`
  .trim()
  .split(/\s+/);

function any(list: readonly string[]): string {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return list[drawn % list.length] ?? "";
}

export const threeWords = (): string => [any(WORDS), any(WORDS), any(WORDS)].join(" ");
export const aName = (): string => any(NAMES);
