(** * Take-and-break games: their Grundy values, and the periods of these

    The rules are a code of digits d_0, d_1, ..., d_t. Bit j of d_i says that a move may take i counters from a heap and
    leave the rest as exactly j heaps that are not empty. So Kayles, 0.77 in octal, is [[0; 7; 7]], and the game
    of taking 1 or 2 is [[0; 3; 3]]. Main results: [grundy_unique], [grundy_exists], [period] (Guy and Smith 1956, for
    any number of heaps), [check_period_correct]. *)
From Coq Require Import List Arith NArith Lia Bool.
Import ListNotations.

(** ** The rules, and the Grundy value *)

Definition code := list nat.
Definition allows (c : code) (i j : nat) : Prop := Nat.testbit (nth i c 0) j = true.

(** Every move changes the heap. *)
Definition legal (c : code) : Prop := ~ allows c 0 0 /\ ~ allows c 0 1.

(** A move may leave the heaps [h] of a heap of [n]. *)
Definition leaves (c : code) (n : nat) (h : list nat) : Prop :=
  exists i, i + list_sum h = n /\ allows c i (length h) /\ Forall (lt 0) h.

Definition nim_sum (G : nat -> N) (h : list nat) : N := fold_right (fun n => N.lxor (G n)) 0%N h.
Definition is_mex (V : N -> Prop) (m : N) : Prop := ~ V m /\ forall v, (v < m)%N -> V v.
Definition reached (c : code) (G : nat -> N) (n : nat) (v : N) : Prop := exists h, leaves c n h /\ nim_sum G h = v.

(** [G n] is the Grundy value of a heap of [n], for every [n]. *)
Definition is_grundy (c : code) (G : nat -> N) : Prop := forall n, is_mex (reached c G n) (G n).

Lemma mex_unique V W a b : (forall v, V v <-> W v) -> is_mex V a -> is_mex W b -> a = b.
Proof.
  intros E [A A'] [B B']. destruct (N.lt_trichotomy a b) as [H | [H | H]]; [apply B', E in H | | apply A', E in H]; easy.
Qed.

Lemma leaves_less c n h a : legal c -> leaves c n h -> In a h -> a < n.
Proof.
  intros [L0 L1] (i & <- & A & P) I. apply in_split in I as (l & r & ->). rewrite list_sum_app. simpl.
  apply Forall_app in P as [Pl Pr]. apply Forall_inv_tail in Pr. destruct i; [| lia].
  destruct Pl; simpl; [destruct Pr; simpl; [now elim L1 | lia] | lia].
Qed.

Lemma reached_same c G H n v : legal c -> (forall a, a < n -> G a = H a) -> reached c G n v -> reached c H n v.
Proof.
  intros L E (h & A & <-). exists h. split; [trivial |].
  assert (forall a, In a h -> G a = H a) as F by eauto using leaves_less.
  clear - F. induction h as [| a h IH]; simpl in *; [| rewrite IH, F]; auto.
Qed.

Theorem grundy_unique c G H : legal c -> is_grundy c G -> is_grundy c H -> forall n, G n = H n.
Proof.
  intros L A B n. induction n as [n IH] using lt_wf_ind.
  apply mex_unique with (2 := A n) (3 := B n). split; apply reached_same; auto; symmetry; auto.
Qed.

(** ** Periods *)

(** The most heaps that a move leaves, and at least 1. *)
Definition most (c : code) : nat := Nat.max 1 (Nat.log2 (list_max c)).

(** From the preperiod [n0] on, the period [p] is to be seen below this. Subtraction sets need 1 less if [n0] is 0. *)
Definition bound (c : code) (n0 p : nat) : nat := most c * (Nat.max n0 1 + p - 1) + (length c - 1) + 1 - p.

Lemma allows_bound c i j : allows c i j -> i <= length c - 1 /\ j <= most c.
Proof.
  unfold allows. intros A. destruct (le_lt_dec (length c) i) as [I | I]; [now rewrite nth_overflow, Nat.bits_0 in A |].
  split; [lia |]. apply Nat.nlt_ge. intros J. rewrite Nat.bits_above_log2 in A; [easy |].
  apply Nat.le_lt_trans with (Nat.log2 (list_max c)); [| unfold most in J; lia]. apply Nat.log2_le_mono.
  apply (proj1 (Forall_forall _ _) (proj1 (list_max_le c _) (le_n _))). now apply nth_In.
Qed.

Lemma large_heap M h : length h * M < list_sum h -> exists l a r, h = l ++ a :: r /\ M < a.
Proof.
  induction h as [| b h IH]; simpl; [lia |]. intros H. destruct (le_lt_dec b M) as [B | B]; [| now exists [], b, h].
  destruct IH as (l & a & r & -> & A); [lia | now exists (b :: l), a, r].
Qed.

Lemma nim_sum_app G l r : nim_sum G (l ++ r) = N.lxor (nim_sum G l) (nim_sum G r).
Proof. induction l as [| a l IH]; simpl; [| rewrite IH, N.lxor_assoc]; trivial. Qed.

Lemma other_heap c G n n' a a' l r : leaves c n (l ++ a :: r) -> 0 < a' -> n' + a = n + a' -> G a' = G a ->
  reached c G n' (nim_sum G (l ++ a :: r)).
Proof.
  intros (i & E & A & P) Q F V. exists (l ++ a' :: r). split; [exists i | rewrite !nim_sum_app; simpl; congruence].
  rewrite list_sum_app, app_length in *. simpl in *. repeat split; [lia | trivial |].
  apply Forall_app in P as [Pl Pr]. apply Forall_app. split; [| inversion_clear Pr]; auto.
Qed.

Theorem period c G n0 p : legal c -> is_grundy c G -> (forall n, n0 <= n < bound c n0 p -> G (n + p) = G n) ->
  forall n, n0 <= n -> G (n + p) = G n.
Proof.
  unfold bound. intros L GG H n. set (m := Nat.max n0 1) in *. set (t := length c - 1) in *.
  assert (1 <= most c) by (unfold most; lia).
  assert (forall n' M h, most c * M + t < n' -> leaves c n' h -> exists l a r, h = l ++ a :: r /\ M < a < n') as Large.
  { intros n' M h B A. pose proof A as (i & E & [I J]%allows_bound & _).
    destruct (large_heap M h) as (l & a & r & -> & C); [nia |].
    exists l, a, r. repeat split; [trivial | apply leaves_less with (1 := L) (2 := A), in_elt]. }
  induction n as [n IH] using lt_wf_ind. intros Hn.
  destruct (le_lt_dec (most c * (m + p - 1) + t + 1 - p) n) as [Big | Small]; [| apply H; lia].
  apply mex_unique with (2 := GG (n + p)) (3 := GG n). intros v. split; intros (h & A & <-).
  - destruct (Large (n + p) (m + p - 1) h) as (l & a & r & -> & B); [lia | trivial |].
    apply (other_heap _ _ _ _ _ (a - p) _ _ A); [lia | lia |]. rewrite <- IH by lia. f_equal. lia.
  - destruct (Large n (m - 1) h) as (l & a & r & -> & B); [nia | trivial |].
    apply (other_heap _ _ _ _ _ (a + p) _ _ A); [lia | lia |]. apply IH; lia.
Qed.

(** ** The values computed *)

Fixpoint mex_positive (p : positive) : N :=
  match p with xI p => N.succ (mex_positive p) | xO _ => 0 | xH => 1 end.

(** The least number that is no member of a list, by a mask of bits. *)
Definition mex (vs : list N) : N :=
  match fold_right (fun v mask => N.setbit mask v) 0%N vs with N0 => 0%N | Npos p => mex_positive p end.

(** All [N.lxor g v], for the numbers [g] of a list, the tails [x :: T] of another, side by side, and [v] in [f x T]. *)
Fixpoint each (f : N -> list N -> list N) (gs T : list N) : list N :=
  match gs, T with
  | g :: gs, x :: T => map (N.lxor g) (f x T) ++ each f gs T
  | _, _ => []
  end.

(** The values of exactly [j] heaps of [n] counters in all, none empty. [T] has the values of the heaps below [n], the
    last first, and [x] is the value of [n], which matters only if [j] is 1. *)
Fixpoint sums (j : nat) (x : N) (T : list N) : list N :=
  match j, T with
  | 0, [] => [0%N]
  | 1, _ :: _ => [x]
  | S j, _ :: _ => each (sums j) (tl (rev_append T [])) T
  | _, _ => []
  end.

(** The values of what the moves leave, if the digits are those for taking 0, 1, ... counters. *)
Fixpoint options (c : code) (x : N) (T : list N) : list N :=
  match c with
  | [] => []
  | d :: c => flat_map (fun j => if Nat.testbit d j then sums j x T else []) (seq 0 (S (Nat.log2 d)))
              ++ match T with [] => [] | x :: T => options c x T end
  end.

(** The values of the heaps below [n], the last first. *)
Fixpoint table (c : code) (n : nat) : list N :=
  match n with 0 => [] | S n => let T := table c n in mex (options c 0 T) :: T end.

Definition grundy (c : code) (n : nat) : N := mex (options c 0 (table c n)).

Lemma mex_correct vs : is_mex (fun v => In v vs) (mex vs).
Proof.
  assert (forall p w, N.testbit (N.pos p~1) (N.succ w) = N.testbit (N.pos p) w) as S
    by (intros; apply (N.testbit_odd_succ (N.pos p)), N.le_0_l).
  assert (forall p, is_mex (fun v => N.testbit (N.pos p) v = true) (mex_positive p)) as M.
  { induction p as [p [IH IH'] | p IH | ]; cbn [mex_positive]; (split; [now rewrite ?S | intros v V]); try lia.
    - destruct (N.zero_or_succ v) as [-> | [w ->]]; [easy |]. rewrite S. apply IH'. lia.
    - now replace v with 0%N by lia. }
  assert (forall v, In v vs <-> N.testbit (fold_right (fun v mask => N.setbit mask v) 0 vs) v = true)%N as E.
  { intros v. induction vs as [| a vs IH]; cbn [In fold_right]; [easy | rewrite N.setbit_iff, IH; tauto]. }
  unfold mex. destruct (fold_right _ 0%N vs) as [| p]; [split; [now rewrite E | lia] |].
  destruct (M p) as [A B]. split; [now rewrite E | intros v V; now apply E, B].
Qed.

Lemma table_S c n : table c (S n) = grundy c n :: table c n. Proof. reflexivity. Qed.
Lemma table_reversed c n : rev_append (table c n) [] = map (grundy c) (seq 0 n).
Proof. rewrite <- rev_alt. induction n as [| n IH]; [trivial |]. now rewrite seq_S, map_app, <- IH. Qed.

Definition value_of (G : nat -> N) (j n : nat) (v : N) : Prop :=
  exists h, length h = j /\ list_sum h = n /\ Forall (lt 0) h /\ nim_sum G h = v.

Lemma value_of_0 G n v : value_of G 0 n v <-> n = 0 /\ v = 0%N.
Proof. split; [intros ([| a h] & J & E & _ & V) | intros [-> ->]; now exists []]; now simpl in *. Qed.
Lemma value_of_S G j n v : value_of G (S j) n v <->
  exists a b w, a + b = n /\ 0 < a /\ value_of G j b w /\ N.lxor (G a) w = v.
Proof.
  split.
  - intros ([| a h] & J & <- & P & <-); [easy |]. apply eq_add_S in J. inversion_clear P.
    exists a, (list_sum h), (nim_sum G h). repeat split; trivial. now exists h.
  - intros (a & b & w & <- & P & (h & <- & <- & Q & <-) & <-). exists (a :: h). repeat split. now constructor.
Qed.

Lemma each_correct f c j : (forall n v, In v (f (grundy c n) (table c n)) <-> value_of (grundy c) j n v) ->
  forall l a v, In v (each f (map (grundy c) (seq a l)) (table c (S l))) <->
    exists a' b w, a' + b = a + l /\ a <= a' /\ 0 < b /\ value_of (grundy c) j b w /\ N.lxor (grundy c a') w = v.
Proof.
  intros F l. induction l as [| l IH]; intros a v; [split; [easy | intros (a' & b & w & H); lia] |].
  rewrite table_S. cbn [seq map each]. rewrite in_app_iff, in_map_iff, IH. split.
  - intros [(w & <- & V%F) | (a' & b & w & H)]; [exists a, (S l), w | exists a', b, w]; intuition lia.
  - intros (a' & b & w & E & [A | <-]%Nat.lt_eq_cases & H); [right; exists a', b, w; intuition lia | left].
    exists w. split; [easy |]. apply F. now replace (S l) with b by lia.
Qed.

Lemma sums_correct c j : forall n x v, (j = 1 -> x = grundy c n) ->
  In v (sums j x (table c n)) <-> value_of (grundy c) j n v.
Proof.
  induction j as [| j IH]; intros n x v X.
  - rewrite value_of_0. destruct n; cbn; intuition easy.
  - rewrite value_of_S. destruct n as [| n]; [| destruct j as [| j]].
    + destruct j; split; try easy; intros (a & b & w & H); lia.
    + cbn. rewrite X by easy. split.
      * intros [<- | []]. exists (S n), 0, 0%N. rewrite value_of_0, N.lxor_0_r. lia.
      * intros (a & b & w & E & _ & [-> ->]%value_of_0 & <-). left. rewrite N.lxor_0_r. f_equal. lia.
    + replace (sums _ _ _) with (each (sums (S j)) (map (grundy c) (seq 1 n)) (table c (S n)))
        by now cbn [sums]; rewrite table_S, <- table_S, table_reversed.
      rewrite (each_correct _ c (S j)) by now intros; apply IH. split; intros (a & b & w & E & P & H);
        exists a, b, w; intuition. apply value_of_S in H0 as (a' & b' & w' & ? & ? & _). lia.
Qed.

Lemma options_correct c c' : forall n x v, (allows c' 0 1 -> x = grundy c n) ->
  In v (options c' x (table c n)) <-> exists i j, i <= n /\ allows c' i j /\ value_of (grundy c) j (n - i) v.
Proof.
  unfold allows. induction c' as [| d c' IH]; intros n x v X.
  - split; [easy | intros ([| i] & j & _ & A & _); cbn [nth] in A; now rewrite Nat.bits_0 in A].
  - cbn [options]. rewrite in_app_iff, in_flat_map. split.
    + intros [(j & _ & V) | V].
      * destruct (Nat.testbit d j) eqn:A; [| easy]. rewrite sums_correct in V by now intros ->; apply X.
        exists 0, j. rewrite Nat.sub_0_r. intuition lia.
      * destruct n as [| n]; [easy |]. apply IH in V as (i & j & V); [| easy]. exists (S i), j. simpl. intuition lia.
    + intros ([| i] & j & I & A & V); cbn [nth] in A; [left | right].
      * exists j. rewrite A, sums_correct, in_seq by now intros ->; apply X. rewrite Nat.sub_0_r in V. split; [| easy].
        destruct (le_lt_dec j (Nat.log2 d)); [lia | now rewrite Nat.bits_above_log2 in A].
      * destruct n as [| n]; [lia |]. apply IH; [easy |]. exists i, j. intuition lia.
Qed.

(** With [grundy_unique]: a code has exactly one function of Grundy values. *)
Theorem grundy_exists c : legal c -> is_grundy c (grundy c).
Proof.
  intros [_ L] n. assert (forall v, In v (options c 0 (table c n)) <-> reached c (grundy c) n v) as O.
  { intros v. rewrite options_correct by easy. split.
    - intros (i & j & I & A & h & <- & E & P & V). exists h. split; [exists i; intuition lia | easy].
    - intros (h & (i & <- & A & P) & V). exists i, (length h). repeat split; [lia | easy | exists h; intuition lia]. }
  destruct (mex_correct (options c 0 (table c n))) as [A B]. split; [now rewrite <- O | intros v V%B; now apply O].
Qed.

(** ** The checker *)

(** The Grundy values of [c] begin with [values], and have the period [p] from the heap [n0] on. *)
Definition check_period (c : code) (n0 p : nat) (values : list N) : bool :=
  let T := rev_append (table c (bound c n0 p + p)) [] in
  negb (Nat.testbit (nth 0 c 0) 0) && negb (Nat.testbit (nth 0 c 0) 1) && (0 <? p) && (length values =? n0 + p) &&
  forallb (fun n => N.eqb (nth n T 0%N) (nth n values 0%N)) (seq 0 (n0 + p)) &&
  forallb (fun n => N.eqb (nth (n + p) T 0%N) (nth n T 0%N)) (seq n0 (bound c n0 p - n0)).

Theorem check_period_correct c n0 p values : check_period c n0 p values = true -> is_grundy c (grundy c) /\
  (forall n, n < n0 + p -> grundy c n = nth n values 0%N) /\ (forall n, n0 <= n -> grundy c (n + p) = grundy c n).
Proof.
  unfold check_period. rewrite !andb_true_iff, !negb_true_iff, !forallb_forall. intros [[[[[L0 L1] P] _] V] B].
  assert (legal c) as L by (split; congruence). pose proof (grundy_exists c L) as GG. apply Nat.ltb_lt in P.
  assert (forall n, n < bound c n0 p + p -> nth n (rev_append (table c (bound c n0 p + p)) []) 0%N = grundy c n) as T.
  { intros n Hn. rewrite table_reversed, nth_indep with (d' := grundy c 0), map_nth, seq_nth; trivial.
    now rewrite map_length, seq_length. }
  assert (n0 <= bound c n0 p) by (unfold bound, most; nia).
  split; [| split; [| apply period with (1 := L)]]; trivial; intros n Hn; rewrite <- !T by lia; apply N.eqb_eq;
    [apply V | apply B]; apply in_seq; lia.
Qed.
